#!/usr/bin/env bash
# Builds the order form that is kept in SQLite, a package of its own, and compares what it prints with what it should.
#
#   Examples/Orders/check.sh
#
# SQLite's headers are installed if they are missing and the user may do that.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if ! pkg-config --exists sqlite3 2>/dev/null; then
    install="apt-get install -y --no-install-recommends libsqlite3-dev pkg-config"
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "SQLite's headers are missing. Install them, on Debian and Ubuntu with: sudo $install" >&2
        exit 2
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q && $install
fi

scratch=../../.build-orders
swift build --scratch-path "$scratch"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$scratch/debug/Orders" "$work/orders.sqlite" >"$work/printed"
diff -u expected "$work/printed"
echo "the order form saves, fails, saves again and loads as it should"
