#!/bin/sh
# The window of the program for Windows, under Wine on Xvfb: it starts, draws, is clicked, takes a screenshot, quits; the
# program of this system opens the screenshot and reaches the same state.
#   window.sh PROGRAM WINDOWS_PROGRAM
# Exit 77 (skipped) where Wine, Xvfb, `finger` or the program for Windows is missing.
set -eu
native=$(realpath "$1")
program=$2
[ -f "$program" ] || { echo "skipped: no $program (to build it: cmake --workflow --preset windows)"; exit 77; }
. "$(dirname "$0")/wine.sh"
finger=$(dirname "$native")/finger
. "$(dirname "$0")/../hand.sh"
make_prefix "$folder/wine"

# Wine's folder for pictures is the real user's: instead, pictures go where the program starts.
for roaming in "$WINEPREFIX"/drive_c/users/*/AppData/Roaming; do
    mkdir -p "$roaming/xpbd-lab"
    echo '{ "screenshot_folder": "." }' > "$roaming/xpbd-lab/preferences.json"
done

echo "1. a session opens, runs and is drawn"
cat > small.json << 'JSON'
{ "format": "xpbd-lab", "version": 1, "scene": { "name": "cloth", "resolution": [12, 12] },
  "panes": [ { "method": "pbd" }, { "method": "xpbd" } ] }
JSON
start small.json
# The first start shows the sheet of controls.
shows welcome.start || fail "no sheet of controls at the first start"
click welcome.start
until_map 's["first_start"] == "false" && s["frame"] > 30' || fail "nothing moves"

echo "2. a click on a slider, a key"
click rail.A
drag settings.iterations
until_map 's["iterations"] > 40' || fail "Iterations did not follow the drag"
key space
until_map 's["playing"] == "false"' || fail "space does not pause"
frame=$(value frame)
hash=$(value hash)

echo "3. F12 takes a picture, Ctrl+Q quits"
key F12
wait_for 300 whole "$folder/work" || fail "no screenshot"
wait_for 300 grep -q 'Screenshot: ' "$map" || fail "no toast"
quit
png=$(ls "$folder"/work/*.png)
preferences=$(find "$WINEPREFIX/drive_c/users" -path '*/AppData/Roaming/xpbd-lab/preferences.json')
grep -q '"first_start": false' "$preferences" || fail "preferences are not in %APPDATA%"

echo "4. this system opens the picture, and reaches the same state: frame $frame, $hash"
[ -n "$hash" ] || fail "no hash"
"$native" run "$png" --frames "$frame" --hash --particles native.csv --quiet > native.txt
grep -q "$hash" native.txt || fail "Windows has $hash, this system $(cat native.txt)"
$runner "$program" run "$png" --frames "$frame" --hash --particles windows.csv --quiet > windows.txt
cmp native.txt windows.txt || fail "without a window the states differ"
cmp native.csv windows.csv || fail "the particles differ"
echo "all is as it should be"
