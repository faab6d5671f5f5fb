#!/bin/sh
# A real window under Xvfb, driven with xdotool as a user would: starts without preferences, drags Iterations, toggles
# the method, takes a screenshot, quits; then holds what is on disk against what was on screen.
#   window.sh PROGRAM PNG_PROBE
# Exit 77 (skipped) where Xvfb or xdotool is missing.
set -eu
program=$1
probe=$2
for tool in Xvfb xdotool; do
    command -v "$tool" > /dev/null || { echo "skipped: $tool is not installed (apt-get install xvfb xdotool)"; exit 77; }
done

folder=$(mktemp -d)
server=
window=
cleanup() {
    [ -z "$window" ] || kill "$window" 2> /dev/null || true
    [ -z "$server" ] || kill "$server" 2> /dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT INT TERM

fail() {
    echo "FAILED: $*" >&2
    echo "--- the program said:" >&2
    cat "$folder/said" >&2 || true
    echo "--- the last state:" >&2
    head -c 600 "$map" >&2 || true
    exit 1
}
# wait_for SECONDS COMMAND...: until the command succeeds.
wait_for() {
    tries=$(($1 * 10))
    shift
    until "$@" > /dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

mkdir "$folder/work" "$folder/config"
# -noreset: else it starts over when its last client goes, and refuses whoever comes meanwhile.
Xvfb -displayfd 3 -noreset -screen 0 1280x720x24 3> "$folder/display" > "$folder/xvfb" 2>&1 &
server=$!
wait_for 20 test -s "$folder/display" || fail "Xvfb does not start: $(cat "$folder/xvfb")"
DISPLAY=:$(cat "$folder/display")
map=$folder/map.json
dump=$folder/on_screen.json
export DISPLAY XDG_CONFIG_HOME="$folder/config" XPBD_LAB_UI_MAP="$map" XPBD_LAB_DUMP_SESSION="$dump"
cd "$folder/work"

start() {
    rm -f "$map" "$dump"
    "$program" "$@" > "$folder/said" 2>&1 &
    window=$!
    wait_for 60 grep -q '"view_A"' "$map" || fail "no window"
    frames 5
}
# value KEY: of the state in the map.
value() { sed -n "s/^\"$1\": \(.*\),\$/\1/p" "$map" | tr -d '"'; }
# place WIDGET: x y width height, whole pixels.
place() {
    sed -n "s/^\"$1\": \[\([^]]*\)\].*/\1/p" "$map" | tr ',' ' ' | awk '{ printf "%d %d %d %d\n", $1, $2, $3, $4 }'
}
shows() { test -n "$(place "$1")"; }
# frames N: until the window has drawn N more. How long that takes depends on the machine; presses must outlast one.
frames() {
    drawn=$(value drawn)
    goal=$((${drawn:-0} + $1))
    wait_for 30 sh -c "[ \"\$(sed -n 's/^\"drawn\": \(.*\),\$/\1/p' '$map')\" -ge $goal ]" || fail "the window hangs"
}
key() {
    for k in "$@"; do xdotool keydown "$k"; frames 3; done
    for k in "$@"; do xdotool keyup "$k"; done
    frames 3
}
move() { xdotool mousemove "$1" "$2"; frames 3; }
press() { xdotool mousedown 1; frames 3; }
release() { xdotool mouseup 1; frames 3; }
click() {
    wait_for 5 shows "$1" || fail "$1 is not on screen"
    set -- $(place "$1")
    move "$1" "$2"
    press; release
}
quit() {
    xdotool keydown Control_L
    frames 3
    xdotool keydown q
    wait_for 30 sh -c "! kill -0 $window 2> /dev/null" || fail "Ctrl+Q does not quit"
    code=0
    wait "$window" || code=$?
    window=
    xdotool keyup q keyup Control_L
    [ "$code" -eq 0 ] || fail "exit code $code"
}

echo "1. the first start shows the sheet of controls, and the simulation runs"
start
shows welcome.start || fail "no sheet of controls at the first start"
click welcome.start
shows welcome.start && fail "the sheet stays"
first=$(value frame)
wait_for 10 sh -c "[ \"\$(sed -n 's/^\"frame\": \(.*\),\$/\1/p' '$map')\" -gt $first ]" || fail "nothing moves"

echo "2. dragging Iterations"
set -- $(place settings.iterations)
move $(($1 - $3 / 2 + 30)) "$2"
press
for step in 1 2 3 4; do move $(($1 - $3 / 2 + 30 + step * 20)) "$2"; done
release

echo "3. pause, and M over pane B"
key space
wait_for 10 grep -q '^"playing": false' "$map" || fail "space does not pause"
set -- $(place view_B)
move "$1" "$2"
key m

echo "4. Esc does not quit; F12 takes a picture"
key Escape
key F12
wait_for 60 sh -c 'ls "$0"/work/*.png' "$folder" || fail "no screenshot"
wait_for 10 grep -q 'Screenshot: ' "$map" || fail "no toast"

echo "5. Ctrl+Q; what was written is what was on screen"
quit
png=$(ls "$folder"/work/*.png)
test -s "$dump" || fail "no session of the screen"
"$probe" "$png" "$dump" || fail "the picture"
# Both panes are PBD now, and the drag moved both panes' iterations away from the default, together.
methods=$(grep -o '"method": "[a-z_]*"' "$dump" | sort | uniq -c | awk '{ print $1, $3 }')
[ "$methods" = '2 "pbd"' ] || fail "M did not toggle pane B: $methods"
iterations=$(grep -o '"iterations": [0-9]*' "$dump" | awk '{ print $2 }' | sort -u)
[ "$(echo "$iterations" | wc -l)" -eq 1 ] || fail "linked iterations differ: $iterations"
[ -n "$iterations" ] && [ "$iterations" -gt 40 ] || fail "Iterations did not follow the drag: $iterations"

cp "$dump" "$folder/first_dump.json"
echo "6. preferences survive the restart"
preferences=$folder/config/xpbd-lab/preferences.json
grep -q '"first_start": false' "$preferences" || fail "preferences were not written"
start
shows welcome.start && fail "the sheet of controls shows again"
key Control_L equal
quit
# One step or more: on a slow machine the key repeats.
scale=$(grep '"scale": [1-3]\.[1-9]' "$preferences") || fail "the scale was not kept"
start
quit
[ "$(grep '"scale"' "$preferences")" = "$scale" ] || fail "the scale did not survive a start"

echo "7. the picture opens again, at its frame, paused"
frame=$(sed -n 's/^ *"frame": \([0-9]*\).*/\1/p' "$folder/first_dump.json")
start "$png"
wait_for 60 grep -q "^\"frame\": $frame," "$map" || fail "the window does not come back to frame $frame"
[ "$(value playing)" = false ] || fail "it plays on"
quit
"$probe" "$png" "$dump" || fail "the picture does not bring its session back"

echo "8. 300 frames in the window end where 300 frames without one do"
cat > "$folder/small.json" << 'JSON'
{ "format": "xpbd-lab", "version": 1, "scene": { "name": "cloth", "resolution": [8, 8] }, "frame": 300,
  "panes": [ { "method": "pbd" }, { "method": "xpbd" } ] }
JSON
start "$folder/small.json"
wait_for 60 grep -q '^"frame": 300,' "$map" || fail "the window does not reach frame 300"
hash=$(value hash)
[ -n "$hash" ] || fail "no hash"
quit
"$program" run "$folder/small.json" --frames 300 --hash --quiet > "$folder/hash"
grep -q "$hash" "$folder/hash" || fail "the window's hash is $hash, without it $(cat "$folder/hash")"
echo "9. without a display the window says what to do"
code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$program" > "$folder/said" 2>&1 || code=$?
[ "$code" -eq 4 ] || fail "exit code $code without a display, not 4"
[ "$(wc -l < "$folder/said")" -eq 1 ] && grep -q 'xpbd-lab shot' "$folder/said" || fail "no helpful line"
echo "all is as it should be"
