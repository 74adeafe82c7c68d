# the address and leak sanitizers, and the coverage
#
# The console example's tests send signals to a terminal program, which the address sanitizer handles itself. It also
# makes stack frames several times as large, so the long chains of C12 are left out. The remaining tests reach nearly
# all lines of the libraries, so the same run measures the coverage. Leaks are checked only in the robustness tests:
# other tests drop work that continues by itself without disposing of it. XCTest's runner, which has nothing to run
# here, leaks itself.

step "A: build for the address sanitizer"
swift build --build-tests "${asan[@]}"
# Three programs keep both processors busy. The one without random tests runs its tests one after the other, which takes
# less than in parallel, when all of them wait for the main actor. They are started without `--enable-code-coverage`, with
# which each would remove what the others have counted.
step "A: tests under the address and leak sanitizers, with the coverage"
export LLVM_PROFILE_FILE=/dev/null
for tests in models "other random tests"; do
    options=(--filter RobustnessTests --skip "$models")
    [ "$tests" != models ] || options=(--filter "$models")
    ASAN_OPTIONS="detect_leaks=1" tests_meanwhile "$tests" \
        --disable-xctest --sanitize=address --scratch-path .build-asan "${options[@]}"
done
LLVM_PROFILE_FILE=$work/%p.profraw ASAN_OPTIONS="detect_leaks=0" without "Sanitizer: " \
    swift test --skip-build --ignore-lock --no-parallel --sanitize=address --scratch-path .build-asan \
    --skip ConsoleBindingTests --skip RobustnessTests --skip C12
for tests in models "other random tests"; do
    finished "$tests"
    if grep -F "Sanitizer: " "$work/$tests"; then fail "A sanitizer has found something; see above."; fi
done
unset LLVM_PROFILE_FILE
.ci/coverage 95 "$(swift build "${asan[@]}" --show-bin-path)" "$work"/*.profraw
