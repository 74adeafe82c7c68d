#!/usr/bin/env bash
# Runs the programs with event loops of their own, each of which checks itself and reports failures.
#
#   Examples/EventLoops/check.sh PRODUCTS [OPTION...]
#
# PRODUCTS is the folder of the built products. The options go to the programs:
#
#   --flood COUNT   the number of values that two threads send beside the loop's own descriptor; 20,000 by default
#   --bar MS        fails if the descriptor is answered later than that meanwhile, more than once in a hundred times
#
# GLib's program is a separate package. Its headers are installed if they are missing and the user may do that.

set -euo pipefail
products=$(cd "${1:?usage: Examples/EventLoops/check.sh PRODUCTS [OPTION...]}" && pwd)
shift
cd "$(dirname "${BASH_SOURCE[0]}")"

../need-headers GLib glib-2.0 libglib2.0-dev

"$products/PollLoop" "$@"
"$products/PollLoop" --hook "$@"
"$products/FrameLoop" "$@"
scratch=../../../.build-glib
(cd GLibLoop && swift build --scratch-path "$scratch" && "$scratch/debug/GLibLoop" "$@")
