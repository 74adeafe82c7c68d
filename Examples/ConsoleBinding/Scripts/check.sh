#!/bin/sh
# Compares the output and the exit statuses of the console example with the files beside this script.
#
#   check.sh PROGRAM            compare; exit status 1 at any difference
#   check.sh PROGRAM --accept   save the current output as the expected output

set -u
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
    echo "usage: check.sh PROGRAM [--accept]" >&2
    exit 2
fi
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
accept=${2:-}
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "console example: $1" >&2
    failures=$((failures + 1))
}

# compare WHAT ACTUAL EXPECTED
compare() {
    if [ "$accept" = --accept ]; then
        cp "$2" "$3"
    elif ! diff -u "$3" "$2" >&2; then
        fail "$1 is not what $3 says"
    fi
}

# expect_status WHAT STATUS EXPECTED
expect_status() {
    [ "$2" -eq "$3" ] || fail "$1: exit status $2 instead of $3"
}

for name in sign-up validation search repositories members lookup undo wrong; do
    options=
    case $name in repositories | members) options=--$name ;; esac
    expected_status=0
    errors=/dev/null
    if [ "$name" = wrong ]; then
        expected_status=2
        errors=wrong.stderr
    fi

    # shellcheck disable=SC2086 # No option is no argument.
    timeout 60 "$program" $options --script "$name.script" >"$work/out" 2>"$work/err"
    expect_status "$name from a file" $? $expected_status
    compare "$name from a file" "$work/out" "$name.expected"
    if [ "$errors" = /dev/null ]; then
        [ ! -s "$work/err" ] || fail "$name: $(cat "$work/err")"
    else
        compare "$name from a file, errors" "$work/err" "$errors"
    fi

    # Through a pipe the output is the same, except for the name of the script.
    cat "$name.script" | timeout 60 "$program" $options >"$work/out" 2>"$work/err"
    expect_status "$name from a pipe" $? $expected_status
    diff -u "$name.expected" "$work/out" >&2 || fail "$name from a pipe differs"
    sed "s/^standard input:/$name.script:/" "$work/err" | diff -u "$errors" - >&2 ||
        fail "$name from a pipe, errors differ"
done

# From another folder, and without any input.
(cd / && timeout 60 "$program" --demo) >"$work/out" 2>"$work/err" </dev/null
expect_status demo $? 0
compare demo "$work/out" demo.expected
[ ! -s "$work/err" ] || fail "demo: $(cat "$work/err")"

# The end of the input does not wait for a submission that is under way.
sed -n '/^# The first/,/^press submit/p' sign-up.script | grep -v '^show' | timeout 60 "$program" >"$work/out" 2>&1
expect_status "a submission cut short" $? 0
[ ! -s "$work/out" ] || fail "a submission cut short: $(cat "$work/out")"

# status WANTED ARGUMENT...: checks the exit status for some arguments.
status() {
    wanted=$1
    shift
    timeout 60 "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
    expect_status "$*" $? "$wanted"
    if [ "$wanted" -eq 0 ]; then
        [ -s "$work/out" ] || fail "$*: nothing was printed"
    else
        [ -s "$work/err" ] || fail "$*: no message"
    fi
}

status 0 --help
status 2 --demmo
status 2 --script
status 2 --script no-such-file.script
status 2 --script .
status 2 --demo --script sign-up.script
status 2 --demo --repositories
status 2 --repositories --repositories
status 2 --repositories --members
status 2 --members --demo
status 2 --repositories --script sign-up.script
grep -q 'The controls are: search, order, hide, retry, quit$' "$work/err" || fail "the controls of the other form"
printf 'show\ntype username \377\n' >"$work/latin.script"
status 2 --script "$work/latin.script"
grep -q 'latin.script:2: error: the line is not UTF-8' "$work/err" || fail "the message for a line that is not UTF-8"

# A script whose name is not valid text.
latin=$(printf 'n\303\351')
cp sign-up.script "$work/$latin"
timeout 60 "$program" --script "$work/$latin" >"$work/out" 2>"$work/err"
expect_status "a script whose name is no UTF-8" $? 0
diff -u sign-up.expected "$work/out" >&2 || fail "a script whose name is no UTF-8 differs"
status 2 "--script=$work/${latin}x"
grep -q 'No such file or directory' "$work/err" || fail "the message for a name that is no UTF-8"

# Closed standard streams.
timeout 60 "$program" >"$work/out" 2>"$work/err" <&-
expect_status "a closed standard input" $? 2
grep -q 'standard input is closed.*--script FILE' "$work/err" || fail "a closed standard input: $(cat "$work/err")"
timeout 60 "$program" --script - >"$work/out" 2>"$work/err" <&-
expect_status "a closed standard input that is asked for" $? 2
grep -q 'standard input is closed' "$work/err" || fail "a closed standard input: $(cat "$work/err")"
timeout 60 "$program" --script sign-up.script >"$work/out" 2>"$work/err" <&-
expect_status "a closed standard input that nobody reads" $? 0
diff -u sign-up.expected "$work/out" >&2 || fail "with a closed standard input, a script differs"
timeout 60 "$program" --script /dev/stdin >"$work/out" 2>"$work/err" <&-
expect_status "a closed standard input, opened as a file" $? 0
for options in --demo --help "--script sign-up.script"; do
    # shellcheck disable=SC2086 # An option and its argument.
    timeout 60 "$program" $options 2>"$work/err" >&-
    expect_status "$options with a closed standard output" $? 1
    grep -q 'standard output is closed.*> FILE' "$work/err" || fail "a closed standard output: $(cat "$work/err")"
done
timeout 60 "$program" --script sign-up.script >"$work/out" 2>&-
expect_status "a closed standard error" $? 0
diff -u sign-up.expected "$work/out" >&2 || fail "with a closed standard error, a script differs"

if [ -w /dev/full ]; then
    timeout 60 "$program" --demo >/dev/full 2>"$work/err"
    expect_status "output that cannot be written" $? 1
fi

# Reports of what its bindings do: the program does the same, and a password is in none of them.
for kind in html json mmd dot txt; do
    BINDING_INSPECT=$work/report.$kind timeout 60 "$program" --script sign-up.script >"$work/out" 2>"$work/err"
    expect_status "with a report .$kind" $? 0
    diff -u sign-up.expected "$work/out" >&2 || fail "with a report .$kind, a script differs"
    [ ! -s "$work/err" ] || fail "with a report .$kind: $(cat "$work/err")"
    grep -q 'SignUpViewModel.userName' "$work/report.$kind" || fail "the report .$kind does not name a property"
    grep -q 'SignUpForm.swift:' "$work/report.$kind" || fail "the report .$kind does not name a binding's line"
    ! grep -q 'correct horse' "$work/report.$kind" || fail "the report .$kind has a password"
done
for text in '^"ada" was entered in SignUpForm.userName.text$' 'SignUpViewModel.alert (SignUpViewModel.swift:.*Welcome, ada'; do
    grep -q "$text" "$work/report.txt" || fail "the report .txt has no line '$text'"
done
# A report of a program that goes on: by then its first thread waits in libdispatch, with all signals unblocked.
mkfifo "$work/pipe"
BINDING_INSPECT=$work/midway.txt "$program" --script - <"$work/pipe" >"$work/midway" 2>"$work/err" &
running=$!
exec 5>"$work/pipe"
echo show >&5
until [ -s "$work/midway" ] || ! kill -0 $running 2>/dev/null; do sleep 0.05; done
kill -USR1 $running
until [ -s "$work/midway.txt" ] || ! kill -0 $running 2>/dev/null; do sleep 0.05; done
[ -s "$work/midway.txt" ] || fail "there is no report after SIGUSR1"
exec 5>&-
status=0
wait $running || status=$?
expect_status "a program that has received SIGUSR1" $status 0
BINDING_INSPECT=$work/report.pdf timeout 60 "$program" --script sign-up.script >"$work/out" 2>"$work/err"
grep -q 'name it .html, .json, .mmd, .dot or .txt' "$work/err" || fail "a report .pdf: $(cat "$work/err")"

if [ $failures -ne 0 ]; then
    echo "console example: $failures differences" >&2
    exit 1
fi
echo "console example: eight scripts, from files and pipes, the demo and the options are as expected"
