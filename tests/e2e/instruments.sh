#!/bin/sh
# The instruments in a real window under Xvfb, as a user works them: sweep and cancel, scrub and resume, record and
# cancel, match, ghost, a picture dropped on the window, 1 to 6 panes.
#   instruments.sh PROGRAM [DROP_FILE]
# Exit 77 (skipped) where Xvfb or `finger` is missing.
set -eu
program=$1
drop=${2:-}
. "$(dirname "$0")/hand.sh"

state_is() { wait_for "${3:-300}" grep -q "^\"$1\": $2," "$map" || fail "$1 is $(value "$1"), not $2"; }
# type WIDGET TEXT: replaces the text of the box.
enter() {
    click "$1"
    state_is typing true
    key Control_L a
    for digit in $(echo "$2" | sed 's/./& /g'); do key "$digit"; done
    key Tab
}
mkdir -p "$folder/config/xpbd-lab"
echo '{ "window_width": 640, "window_height": 400, "scale": 0.5,
        "first_start": false, "screenshot_size": "custom", "screenshot_width": 320, "screenshot_height": 200,
        "supersampling": 1, "scene_pinned": true, "methods_pinned": true, "plots_pinned": true }' > "$folder/config/xpbd-lab/preferences.json"
cat > "$folder/small.json" << 'JSON'
{ "format": "xpbd-lab", "version": 1, "scene": { "name": "cloth", "resolution": [10, 10] },
  "panes": [ { "method": "pbd" }, { "method": "xpbd" } ] }
JSON

echo "1. a sweep fills its chart; another one is cancelled"
start "$folder/small.json"
click drawer.Sweep
enter sweep.frames 200
click sweep.run
wait_for 300 grep -q '"sweep.save"' "$map" || fail "the sweep does not end"
click sweep.save
wait_for 300 sh -c 'ls "$0"/work/sweep_iterations*.csv' "$folder" || fail "no CSV of the sweep"
csv=$(ls "$folder"/work/sweep_iterations*.csv)
"$program" sweep "$folder/small.json" --quiet --until-settled --frames 200 --ranges --out "$folder/sweep.csv" \
    --vary "iterations=$(awk -F, 'NR > 1 && !seen[$1]++ { printf "%s%s", c, $1; c = "," }' "$csv")"
cmp "$csv" "$folder/sweep.csv" || fail "the window's sweep and the command line's differ"
click sweep.until_settled # each run for a given time, now
enter sweep.frames 90000
click sweep.run
state_is sweeping true
click sweep.cancel
state_is sweeping false
click drawer.Plots

echo "2. scrub back, and resume: the same states again"
key space
state_is playing false
key a
until_map 's["busy"] == "false" && s["frame"] > 300' || fail "computing in advance does not end"
last=$(value last_frame)
hash=$(value hash)
set -- $(place timeline)
move "$1" "$2"
press; release
until_map "s[\"frame\"] < $last" || fail "the timeline does not scrub"
[ "$(value last_frame)" -eq "$last" ] || fail "scrubbing forgot frames"
key space
until_map "s[\"frame\"] > $last" || fail "it does not resume"
key space
state_is playing false
while [ "$(value frame)" -gt "$last" ]; do
    frame=$(value frame)
    key Left
    state_is frame $((frame - 1))
done
state_is hash "\"$hash\""

echo "3. the record plays in a loop"
click loop
state_is looping true
click loop
state_is looping false
[ "$(value playing)" = false ] || key space
state_is playing false

echo "4. recording, and its end"
click record
click record.png
click record.start
state_is recording true
wait_for 300 sh -c 'ls "$0"/work/*_00005.png' "$folder" || fail "no pictures are recorded"
key F9
state_is recording false
wait_for 300 sh -c 'ls "$0"/work/*take1.csv' "$folder" || fail "no table beside the pictures"
rows=$(cat "$folder"/work/*take1.csv | wc -l)
pictures=$(ls "$folder"/work/*take1_*.png | wc -l)
[ "$rows" -eq $((1 + 2 * pictures)) ] || fail "$pictures pictures, $rows lines in the table"

echo "5. match, and undo"
state_is settled true
k=$(value stretch_stiffness)
click settings.match_B
until_map "s[\"stretch_stiffness\"] != $k" || fail "Match does nothing"
key Control_L z
state_is stretch_stiffness "$k"

echo "6. ghost"
key 4
state_is view 2
key 3
state_is view 0

echo "7. one to six panes"
for i in 3 4 5 6; do
    click tab_add
    state_is panes "$i"
done
for i in 4 2 1; do
    click menu.View
    click menu.panes
    click "menu.panes.$i"
    state_is panes "$i"
done

echo "8. the keyboard alone: F6 and Tab to a button, Enter; arrow keys on a slider; Esc ends it"
# tab_to WIDGET: presses Tab until the focus ring is on the widget.
tab_to() {
    tabs=0
    until grep -q "^\"hovered\":.*\"$1\"" "$map"; do
        tabs=$((tabs + 1))
        [ "$tabs" -lt 200 ] || fail "Tab does not reach $1"
        key Tab
        frames 1
    done
}
was=$(value playing)
key F6
frames 2
tab_to play
key Return
[ "$was" = true ] && state_is playing false || state_is playing true
tab_to hint.iterations
count=$(value iterations)
key Right
wait_for 60 sh -c '! grep -q "^\"iterations\": $0," "$1"' "$count" "$map" || fail "the arrow key does not move the slider"
key Escape
frames 2
key Tab # hides the panels again
frames 2
quit

if [ -n "$drop" ]; then
    echo "9. a picture of frame 137, dropped on the window"
    "$program" shot "$folder/small.json" --set a.iterations=33 --frame 137 --size 200x120 --quiet --out "$folder/shot.png"
    hash=$("$program" run "$folder/shot.png" --frames 137 --hash --quiet)
    start "$folder/small.json"
    timeout 120 "$drop" xpbd-lab "$folder/shot.png" || fail "the window does not take the file"
    state_is frame 137
    state_is hash "\"$hash\""
    quit
    "$program" run "$dump" --frames 137 --hash --quiet | grep -q "$hash" || fail "the settings are others"
fi
echo "all is as it should be"
