# For .ci/run: steps, whose times are printed at the end, and commands that are watched or go on in the background.

work=$(mktemp -d)
busy=()
steps=()
unseen=()

# step TITLE: begins a step, and ends the one before.
step() {
    steps+=("$SECONDS $(processors) $*")
    [ "$*" = End ] || printf '\n==> [%dm%02ds] %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"
}

# processors: how many seconds all processors together have worked since the system was started.
processors() { awk -v ticks="$(getconf CLK_TCK)" '/^cpu / { printf "%d\n", ($2 + $3 + $4 + $7 + $8) / ticks }' /proc/stat; }

# not_seen TEXT: notes what the run does not look at.
not_seen() { unseen+=("$*"); }

# ended: prints the steps with their minutes, and removes what was made.
ended() {
    local status=$? last begin next title work_before work_after
    kill ${busy[@]+"${busy[@]}"} 2>/dev/null || true
    rm -rf "$work"
    [ ${#steps[@]} -gt 0 ] || return
    last=${steps[-1]}
    printf '\n| step | minutes | processors busy |\n| --- | ---: | ---: |\n'
    steps+=("$SECONDS $(processors) End")
    for index in "${!steps[@]}"; do
        read -r begin work_before title <<<"${steps[index]}"
        [ "$title" != End ] || break
        read -r next work_after _ <<<"${steps[index + 1]}"
        awk -v title="$title" -v time=$((next - begin)) -v work=$((work_after - work_before)) \
            'BEGIN { printf "| %s | %.1f | %.1f |\n", title, time / 60, time ? work / time : 0 }'
    done
    awk -v time="$SECONDS" 'BEGIN { printf "| all | %.1f | |\n\n", time / 60 }'
    [ ${#unseen[@]} -eq 0 ] || printf 'Not looked at: %s.\n' "${unseen[@]}"
    if [ "$status" = 0 ]; then
        [ "${last##* }" != End ] || echo "All is well, as far as this form looks."
    else
        echo "The last step has failed."
    fi
}
trap ended EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# logged LOG COMMAND...: runs the command, and also writes its output to the log.
logged() {
    local log=$1
    shift
    "$@" 2>&1 | tee "$log" || failed "$log" "$*"
}

# failed LOG COMMAND: repeats at the end which tests failed, and why.
failed() {
    grep -F -- "✘" "$1" >&2 || true
    fail "'$2' has failed."
}

# without PATTERN COMMAND...: runs the command; fails if it does, or if its output has a line with the pattern.
without() {
    local pattern=$1
    shift
    logged "$work/log" "$@"
    if grep -F -- "$pattern" "$work/log" >"$work/found"; then
        cat "$work/found" >&2
        fail "The output of '$*' has lines with '$pattern'; see above."
    fi
}

# meanwhile NAME COMMAND...: runs the command in the background, until `finished NAME`.
meanwhile() {
    local log=$work/$1
    shift
    (
        status=0
        "$@" >"$log" 2>&1 || status=$?
        echo "$status" >"$log.status"
    ) &
    busy+=($!)
}

# tests_meanwhile NAME OPTIONS...: runs tests that are built in the background, until `finished NAME`. Goes on when they
# have been started: before, SwiftPM writes down what is to be built, and another one that reads it meanwhile may crash.
tests_meanwhile() {
    meanwhile "$1" swift test --skip-build --ignore-lock "${@:2}"
    until grep -qs " started" "$work/$1" || [ -s "$work/$1.status" ]; do sleep 0.2; done
}

# finished NAME: waits for a command in the background, and prints the last line of what it printed; fails if it does.
finished() {
    until [ -s "$work/$1.status" ]; do sleep 1; done
    if [ "$(cat "$work/$1.status")" != 0 ]; then
        cat "$work/$1"
        failed "$work/$1" "$1"
    fi
    tail -n 1 "$work/$1"
}

# spin [PROCESS]: keeps a processor busy, after a process has ended.
spin() {
    (
        while [ $# -gt 0 ] && kill -0 "$1" 2>/dev/null; do sleep 1; done
        while :; do :; done
    ) &
    busy+=($!)
}
