# fuzzing, benchmarks, Getting Started, an order form in SQLite, and hundreds of streams in one program

step "C: Getting started, word by word"
.ci/getting-started
step "C: hundreds of streams in one program"
.ci/many-streams
step "C: an order form, kept in SQLite"
Examples/Orders/check.sh
step "C: fuzzing"
Fuzzing/run "${BINDING_FUZZ_SECONDS:-60}"
step "C: benchmarks"
Benchmarks/run --short
