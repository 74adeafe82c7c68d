# To be sourced: builds for release without a warning, and has a virtual display for what follows, until the script
# ends.
#
#   . Scripts/display.sh
#   build_without_warnings --build-tests
#   start_display
#
# The folder is the package's then, `options` are those that `swift` is called with, and `work` is a folder for files that
# nobody needs afterwards.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
./setup

work=$(mktemp -d)
trap 'kill "${display:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

# Warnings are errors in a folder of its own, as in .ci/run.
options=(-c release --scratch-path .build-strict -Xswiftc -warnings-as-errors)

# SwiftPM warns of flags that pkg-config names for C and that it leaves out. That is all that it may warn of.
build_without_warnings() {
    swift build "${options[@]}" "$@" 2>&1 | tee "$work/build"
    if grep 'warning:' "$work/build" | grep -v 'prohibited flag(s)' >"$work/warnings"; then
        cat "$work/warnings" >&2
        echo "The build has warnings; see above." >&2
        return 1
    fi
}

start_display() {
    Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$work/display" >"$work/xvfb" 2>&1 &
    display=$!
    until [ -s "$work/display" ]; do
        kill -0 "$display" 2>/dev/null || {
            cat "$work/xvfb" >&2
            echo "Xvfb has not started; see above." >&2
            return 1
        }
        sleep 0.05
    done
    DISPLAY=:$(cat "$work/display")
    # Nothing of the user's: no bus of a session, which GTK would start, no settings, no theme.
    export DISPLAY GDK_BACKEND=x11 GSETTINGS_BACKEND=memory GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled:
    export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
    # The same everywhere, whatever drivers there are.
    export GSK_RENDERER=cairo
    unset WAYLAND_DISPLAY GTK_THEME
}
