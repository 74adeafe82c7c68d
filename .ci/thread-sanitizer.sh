# the thread sanitizer
#
# The tests run in two programs, beside processes that keep all processors busy. One of them compiles for part A, one file
# at a time, as long as there is something to compile. Of the suites, those are compiled and run that start threads; all of
# them in the form `all`.

export TSAN_OPTIONS="halt_on_error=0 exitcode=66"
# All tests begin at once, so that as many as can run beside others: see Tests/CTestSupport.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1000000
tsan=(--sanitize=thread --scratch-path .build-tsan "${plain[@]}")
# Files that start threads or leave the main actor, and those that declare what others need: anything but a suite.
if [ "$form" != all ]; then
    threads='onThreads|onAnotherThread|\bThread\b|Dispatch|Task\.detached|async let|TaskGroup|QueueScheduler|pthread'
    shared='^(func|(final )?class|actor|enum|extension|protocol|let|typealias|struct) '
    BINDING_TESTS=$(find Tests/*Tests -name '*.swift' -not -path '*/Examples/*' | LC_ALL=C sort | while read -r file; do
        if grep -qE "$threads" "$file" ||
            grep -E "$shared" "$file" | grep -qvE '^(struct|(final )?class|enum) [A-Za-z0-9]*Tests\b'; then
            printf '%s:' "$file"
        fi
    done)
    export BINDING_TESTS
fi
step "Build for the thread sanitizer"
swift build --build-tests "${tsan[@]}"
step "Tests under the thread sanitizer"
some='RobustnessTests|BindingFormsTests|UnidirectionalTests'
tests_meanwhile "some tests" "${tsan[@]}" --filter "$some"
spin "${busy[-1]}"
if runs A; then
    env -u BINDING_TESTS swift build --build-tests "${asan[@]}" --jobs 1 >"$work/asan" 2>&1 &
    busy+=($!)
    spin "${busy[-1]}"
else
    spin
fi
for _ in $(seq 3 "$(nproc)"); do spin; done
# Random lists on one thread cannot race, and would keep the main actor from all other tests. The models of lists, which
# run on threads, remain.
without "WARNING: ThreadSanitizer" \
    swift test --skip-build --ignore-lock "${tsan[@]}" --skip "$some" --skip 'BindingCollectionsTests\..*[Rr]andom'
finished "some tests"
if grep -F "WARNING: ThreadSanitizer" "$work/some tests"; then fail "The thread sanitizer has found something; see above."; fi
kill "${busy[@]}" 2>/dev/null || true
wait "${busy[@]}" || true
busy=()
unset BINDING_TESTS TSAN_OPTIONS SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH
[ "$form" = all ] || not_seen "races in suites that start no thread"
