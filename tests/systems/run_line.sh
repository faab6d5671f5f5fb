#!/bin/sh
# The README's line that opens the window, as a user has it who looks for 3 s and presses Ctrl+Q. Under an X server of
# its own, and from the folder with the README. Prints when the window came and how many frames it drew; fails without a
# window, without frames, or if it does not end in order.
set -eu
start=$(date +%s)
line=$(grep '^sh third_party/install.sh && .*--preset run$' README.md)
sh third_party/install.sh # brings Xvfb, of which the line itself needs none

folder=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2> /dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 1' INT TERM
fail() {
    echo "run_line.sh: $*" >&2
    exit 1
}
# wait_for SECONDS COMMAND...
wait_for() {
    tries=$(($1 * 10))
    shift
    until "$@" > /dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

Xvfb -displayfd 3 -noreset -screen 0 1280x720x24 3> "$folder/display" > "$folder/xvfb" 2>&1 &
server=$!
wait_for 60 test -s "$folder/display" || fail "Xvfb does not start: $(cat "$folder/xvfb")"
DISPLAY=:$(cat "$folder/display")
map=$folder/map.json # what the window says of itself, with every frame
export DISPLAY XPBD_LAB_UI_MAP="$map"
unset WAYLAND_DISPLAY

sh -c "$line" &
shell=$!
gone() { ! kill -0 "$shell"; }
drawn() { sed -n 's/^"drawn": \([0-9]*\),$/\1/p' "$map" 2> /dev/null; }
draws() { [ "$(drawn)" -gt "$1" ]; }
window_or_end() { gone || draws 0; }
wait_for 3600 window_or_end || fail "no window within an hour"
gone 2> /dev/null && fail "the line ended without a window"
echo "== window after $(($(date +%s) - start)) s"
first=$(drawn)
sleep 3 # the user looks
wait_for 60 draws "$first" || fail "the window draws one frame only"
echo "== $(($(drawn) - first)) frames in 3 s"

# Key codes, not letters: the key of a letter differs between the keyboard maps of systems.
python3 - << 'PRESS'
import ctypes
x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x.XOpenDisplay(None))
for code in 37, 24:  # Ctrl, Q
    test.XTestFakeKeyEvent(display, code, 1, ctypes.c_ulong(0))
x.XSync(display, 0)
PRESS
wait_for 60 gone || fail "Ctrl+Q does not end it"
code=0
wait "$shell" || code=$?
echo "== ended with $code"
exit $code
