#!/bin/sh
# A real window under Xvfb, driven as a user would: starts without preferences, drags Iterations, toggles
# the method, takes a screenshot, quits; then compares the files on disk with the values on screen.
#   window.sh PROGRAM PNG_PROBE
# Exit 77 (skipped) where Xvfb or `finger` is missing.
set -eu
program=$1
probe=$2
. "$(dirname "$0")/hand.sh"

echo "1. the first start shows the sheet of controls, and the simulation runs"
start
shows welcome.start || fail "no sheet of controls at the first start"
click welcome.start
until_map 's["first_start"] == "false"' || fail "the sheet stays"
until_map "s[\"frame\"] > $(value frame)" || fail "nothing moves"

echo "2. dragging Iterations, in the panel that the icon of pane A opens over the stage"
click rail.A
drag settings.iterations
until_map 's["iterations"] > 40' || fail "Iterations did not follow the drag"
click rail.A
wait_for 300 sh -c "! grep -q '\"settings.iterations\"' $map" || fail "the icon does not close the panel"

echo "3. pause, and M over pane B"
until_map 's["frame"] > 60' || fail "it does not run"
key space
until_map 's["playing"] == "false"' || fail "space does not pause"
# Back to about frame 60: step 7 computes all frames up to the present one again.
set -- $(place timeline)
move $(($1 - $3 / 2 + 6 + ($3 - 12) * 60 / $(value last_frame))) "$2"
press; release
until_map 's["frame"] > 30 && s["frame"] < 90' || fail "the timeline does not scrub"
set -- $(place view_B)
move "$1" "$2"
key m

echo "4. Esc does not quit; F12 takes a picture"
key Escape
key F12
wait_for 300 sh -c 'ls "$0"/work/*.png' "$folder" || fail "no screenshot"
wait_for 300 grep -q 'Screenshot: ' "$map" || fail "no toast"

echo "5. Ctrl+Q; what was written is what was on screen"
quit
png=$(ls "$folder"/work/*.png)
test -s "$dump" || fail "no session of the screen"
panes=$("$probe" "$png" "$dump") || fail "the picture: $panes"
echo "$panes"
# Both panes are PBD now with equal iterations: the values set at the frame on screen.
methods=$(echo "$panes" | awk '$1 == "pane" { printf "%s ", $2 }')
[ "$methods" = "pbd pbd " ] || fail "M did not toggle pane B: $methods"
iterations=$(echo "$panes" | awk '$1 == "pane" { print $3 }' | sort -u)
[ "$(echo "$iterations" | wc -l)" -eq 1 ] || fail "linked iterations differ: $iterations"

cp "$dump" "$folder/first_dump.json"
echo "6. preferences survive the restart"
preferences=$folder/config/xpbd-lab/preferences.json
grep -q '"first_start": false' "$preferences" || fail "preferences were not written"
start
shows welcome.start && fail "the sheet of controls shows again"
key Control_L equal
quit
# One step or more, also to a round number: on a slow machine the key repeats.
scale=$(grep '"scale"' "$preferences") || fail "no scale was kept"
echo "$scale" | tr -cd '0-9.' | awk '{ exit !($1 > 1 && $1 <= 3) }' || fail "the scale was not kept: $scale"
start
quit
[ "$(grep '"scale"' "$preferences")" = "$scale" ] || fail "the scale did not survive a start"

echo "7. the picture opens again, at its frame, paused"
frame=$(sed -n 's/^  "frame": \([0-9]*\).*/\1/p' "$folder/first_dump.json")
start "$png"
wait_for 300 grep -q "^\"frame\": $frame," "$map" || fail "the window does not come back to frame $frame"
[ "$(value playing)" = false ] || fail "it plays on"
quit
"$probe" "$png" "$dump" || fail "the picture does not bring its session back"

echo "8. 300 frames in the window end where 300 frames without one do"
cat > "$folder/small.json" << 'JSON'
{ "format": "xpbd-lab", "version": 1, "scene": { "name": "cloth", "resolution": [8, 8] }, "frame": 300,
  "panes": [ { "method": "pbd" }, { "method": "xpbd" } ] }
JSON
start "$folder/small.json"
wait_for 300 grep -q '^"frame": 300,' "$map" || fail "the window does not reach frame 300"
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
