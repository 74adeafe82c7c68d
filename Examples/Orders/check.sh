#!/usr/bin/env bash
# Builds the order form that is kept in SQLite, a package of its own, and compares what it prints with what it should.
#
#   Examples/Orders/check.sh
#
# SQLite's headers are installed if they are missing and the user may do that.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

../need-headers SQLite sqlite3 libsqlite3-dev

scratch=../../.build-orders
swift build --scratch-path "$scratch"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$scratch/debug/Orders" "$work/orders.sqlite" >"$work/printed"
diff -u expected "$work/printed"
echo "the order form saves, fails, saves again and loads as it should"
