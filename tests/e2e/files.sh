#!/bin/sh
# Files in a real window under Xvfb: a mesh on the command line, a screenshot in the pictures' folder and on the
# clipboard, and the desktop's own dialog, where there is one.
#   files.sh PROGRAM
# Exit 77 (skipped) where Xvfb, xclip or `finger` is missing.
set -eu
program=$1
here_folder=$(cd "$(dirname "$0")" && pwd)
command -v xclip > /dev/null || { echo "skipped: xclip is not installed"; exit 77; }
at_end=end_bus
bus=
portal=
end_bus() {
    for process in $bus $portal; do kill "$process" 2> /dev/null || true; done
}
. "$here_folder/hand.sh"
printf 'v 0 0 0\nv 0.4 0 0\nv 0.4 0.4 0\nv 0 0.4 0\nf 1 2 3\nf 1 3 4\n' > "my shirt.obj"
# on_clipboard FILE: true if the clipboard's picture is this file.
on_clipboard() { xclip -selection clipboard -t image/png -o > "$folder/copied.png" && cmp -s "$1" "$folder/copied.png"; }

echo "1. a mesh opens from the command line, and hangs"
start "my shirt.obj"
click welcome.start
until_map 's["frame"] > 10 && s["scene"] == "mesh"' || fail "no mesh"

echo "2. F12: a picture in the pictures' folder; Copy picture and Copy link do so"
key F12
wait_for 300 sh -c 'ls "$0"/*.png' "$folder/xpbd-lab" || fail "no screenshot among the pictures"
click toast.copy_picture
wait_for 30 on_clipboard "$(ls "$folder"/xpbd-lab/*.png)" || fail "the picture is not on the clipboard"

echo "3. a plot as a picture"
cp "$folder/copied.png" "$folder/before.png"
key Shift_L F3 # pins the plots
click plots.copy_picture
other() { ! on_clipboard "$folder/before.png" && tail -c 8 "$folder/copied.png" | grep -qa IEND; }
wait_for 30 other || fail "the plot is not on the clipboard"

echo "4. without a desktop's dialog Ctrl+O shows the program's own"
key Control_L o
wait_for 30 shows file.name || fail "no dialog"
key Escape
quit

python=
for each in python3 /usr/bin/python3; do # the first one may have no packages of the distribution
    [ -n "$python" ] || ! "$each" -c 'import dbus, gi' 2> /dev/null || python=$each
done
[ -n "$python" ] && grep -q org.freedesktop.portal.Desktop "$program" && command -v dbus-daemon > /dev/null || { echo "no portal here: the rest is left out"; exit 0; }
echo "5. with one, that is used"
dbus-daemon --session --nofork --print-address=3 3> "$folder/bus" > /dev/null 2>&1 &
bus=$!
wait_for 20 test -s "$folder/bus" || fail "no session bus"
export DBUS_SESSION_BUS_ADDRESS="$(cat "$folder/bus")"
mkdir "$folder/own place"
saved="$folder/own place/größe 1.json"
printf precious > "$saved"
"$python" "$here_folder/portal.py" "$folder/work/my shirt.obj" "$saved" > "$folder/portal" 2>&1 &
portal=$!
start
key Control_L o
until_map 's["scene"] == "mesh"' || fail "the file of the desktop's dialog does not open: $(cat "$folder/portal")"
! shows file.name || fail "two dialogs"

echo "6. so it is for saving: one that is cancelled changes nothing"
asked() { [ "$(grep -c . "$folder/portal")" = "$1" ]; }
key Control_L s
wait_for 30 asked 1 || fail "the desktop is not asked: $(cat "$folder/portal")"
[ "$(cat "$folder/portal")" = "$folder/work/my shirt.json" ] || fail "it suggests $(cat "$folder/portal")"
sleep 1 # the dialog ends half a second later
frames 3
! shows file.name || fail "two dialogs"
[ "$(cat "$saved")" = precious ] || fail "saved after all"

echo "7. one that chooses a file has asked before: it is replaced, and the next time no one asks"
again() { # while the cancelled dialog is not over, the key does nothing
    key Control_L s
    asked 2
}
wait_for 30 again || fail "the desktop is not asked again: $(cat "$folder/portal")"
wait_for 30 grep -q '"xpbd-lab"' "$saved" || fail "not saved: $(cat "$folder/portal")"
! shows file.name || fail "two dialogs"
rm "$saved"
key Control_L s
wait_for 30 test -s "$saved" || fail "not saved again"
asked 2 || fail "asked again: $(cat "$folder/portal")"
quit

echo "8. the session opens without its mesh's file"
rm "my shirt.obj"
start "$saved"
until_map 's["frame"] > 10 && s["scene"] == "mesh"' || fail "no mesh in the session"
quit
