#!/bin/sh
# A real window under Xvfb that is ended from outside, in the middle of a recording: by TERM, by HUP, in a frame that
# takes minutes, and by the loss of its display. Each time the preferences and the pictures are whole, and one line
# names the cause.
#   signals.sh PROGRAM
# Exit 77 (skipped) where Xvfb or `finger` is missing.
set -eu
program=$1
. "$(dirname "$0")/hand.sh"

preferences=$XDG_CONFIG_HOME/xpbd-lab/preferences.json

record() {
    rm -rf "$folder/work" "$XDG_CONFIG_HOME/xpbd-lab"
    mkdir "$folder/work" "$XDG_CONFIG_HOME/xpbd-lab"
    # Small pictures: without a graphics card a large one takes a second.
    echo '{"screenshot_size": "custom", "screenshot_width": 96, "screenshot_height": 64, "supersampling": 1,
           "window_width": 640, "window_height": 400, "scale": 0.5}' \
        > "$preferences"
    cd "$folder/work"
    start
    click welcome.start
    click record
    click record.png
    click record.start
    wait_for 300 sh -c 'ls "$0"/work/*_00002.png' "$folder" || fail "no pictures are recorded"
}
# ends_with CODE WORDS: the window ends without a kill, with this exit code and one line that has these words.
ends_with() {
    wait_for 30 sh -c "! kill -0 $window 2> /dev/null" || fail "the window does not end"
    code=0
    wait "$window" || code=$?
    window=
    [ "$code" -eq "$1" ] || fail "exit code $code, not $1"
    [ "$(grep -c . "$folder/said")" -eq 1 ] || fail "not one line"
    grep -q "^xpbd-lab: .*$2" "$folder/said" || fail "not a word of: $2"
}
saved() {
    grep -q '"first_start": false' "$preferences" || fail "no preferences"
    for picture in "$folder"/work/*.png; do
        tail -c 8 "$picture" | grep -qa IEND || fail "$picture is not whole"
    done
    ls "$folder"/work/*.csv > "$folder/tables" || fail "no table beside the pictures"
    ! ls "$folder"/work/ "$XDG_CONFIG_HOME/xpbd-lab" | grep part || fail "something half-written stays"
}

echo "1. TERM in the middle of a recording"
record
kill -TERM "$window"
ends_with 143 interrupted
saved

echo "2. HUP, as when the terminal closes"
record
kill -HUP "$window"
ends_with 129 interrupted
saved

echo "3. TERM in a frame that takes minutes"
rm -rf "$XDG_CONFIG_HOME/xpbd-lab"
start --set scene.resolution=256x256 --set iterations=200 --set substeps=100
kill -TERM "$window"
ends_with 143 interrupted
grep -q '"first_start": false' "$preferences" || fail "no preferences"

echo "4. the display is lost in the middle of a recording"
record
kill -KILL "$server"
wait "$server" 2> /dev/null || true
server=
ends_with 4 "display is lost"
saved
