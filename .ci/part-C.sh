# fuzzing, benchmarks, Getting Started, and hundreds of streams in one program

step "C: Getting started, word by word"
.ci/getting-started
step "C: hundreds of streams in one program"
.ci/many-streams
step "C: fuzzing"
Fuzzing/run "${BINDING_FUZZ_SECONDS:-60}"
step "C: benchmarks"
Benchmarks/run --short
