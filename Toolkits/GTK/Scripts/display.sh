# To be sourced: builds for release without warnings, and provides a virtual display until the script ends.
#
#   . Scripts/display.sh
#   build_without_warnings --build-tests
#   start_display
#
# Sets the working directory to the package, `options` to the options for `swift`, and `work` to a folder for temporary
# files.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
./setup

work=$(mktemp -d)
trap 'kill "${display:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

# Warnings are errors, so the build has a folder of its own, as in .ci/run.
options=(-c release --scratch-path .build-strict -Xswiftc -warnings-as-errors)
export BINDING_OPTIMIZED=1

# SwiftPM warns about C flags from pkg-config that it leaves out. Those are the only warnings allowed.
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
    # Nothing from the user's session: no session bus, which GTK would start, no settings, no theme. What assistive
    # technologies are told is kept in memory.
    export DISPLAY GDK_BACKEND=x11 GSETTINGS_BACKEND=memory GTK_A11Y=test DBUS_SESSION_BUS_ADDRESS=disabled:
    export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
    # The same renderer everywhere, whatever drivers are installed.
    export GSK_RENDERER=cairo
    unset WAYLAND_DISPLAY GTK_THEME
}
