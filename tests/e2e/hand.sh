# Shared parts of the tests of the real window: an X server, the program, a hand on mouse and keyboard. Source it with
# `program` set; also `runner` and `finger` if another program starts it or the hand is in another folder. Exit 77
# (skipped) without Xvfb or `finger`, which is built beside the program if X11 and XTest are installed.
command -v Xvfb > /dev/null || { echo "skipped: Xvfb is not installed (apt-get install xvfb)"; exit 77; }

program=$(realpath "$program") # the program starts in another folder
runner=${runner-}
finger=${finger:-$(dirname "$program")/finger}
[ -x "$finger" ] || { echo "skipped: no $finger (to build it: apt-get install libx11-dev libxtst-dev)"; exit 77; }

folder=$(mktemp -d)
server=
window=
cleanup() {
    [ -z "$window" ] || kill "$window" 2> /dev/null || true
    ${at_end-}
    [ -z "$server" ] || kill "$server" 2> /dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT INT TERM

fail() {
    echo "FAILED: $*" >&2
    echo "--- the program said:" >&2
    cat "$folder/said" >&2 || true
    echo "--- the last state:" >&2
    head -c 2000 "$map" >&2 || true
    exit 1
}
# wait_for SECONDS COMMAND...: repeats the command until it succeeds.
wait_for() {
    tries=$(($1 * 50))
    shift
    until "$@" > /dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.02
    done
}

mkdir "$folder/work" "$folder/config"
# Pictures are written to xpbd-lab in the folder that the desktop names.
ln -s work "$folder/xpbd-lab"
echo "XDG_PICTURES_DIR=\"$folder\"" > "$folder/config/user-dirs.dirs"
# -noreset: else it starts over when its last client goes, and refuses whoever comes meanwhile. -r: a key that is held
# does not repeat, so that a slow machine gets as many presses as a fast one.
Xvfb -displayfd 3 -noreset -r -screen 0 "${screen:-1280x720}x24" 3> "$folder/display" > "$folder/xvfb" 2>&1 &
server=$!
wait_for 20 test -s "$folder/display" || fail "Xvfb does not start: $(cat "$folder/xvfb")"
DISPLAY=:$(cat "$folder/display")
map=$folder/map.json
dump=$folder/on_screen.json
export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent # no dialogs of the desktop
export DISPLAY XDG_CONFIG_HOME="$folder/config" XPBD_LAB_UI_MAP="$map" XPBD_LAB_DUMP_SESSION="$dump"
cd "$folder/work"

start() {
    rm -f "$map" "$dump"
    $runner "$program" "$@" > "$folder/said" 2>&1 &
    window=$!
    wait_for 300 grep -q '"view_A"' "$map" || fail "no window"
    # The window's place on the screen: it may have a frame.
    set -- $(sed -n 's/.*"place":\[\([-0-9]*\),\([-0-9]*\)\].*/\1 \2/p' "$map")
    left=$1
    top=$2
    "$finger" mousemove 5 5 # the pointer may stand where the first move is to go: then no event would come
    move 6 6
}
# value KEY: a value of the state in the map.
value() { sed -n "s/^\"$1\": \(.*\),\$/\1/p" "$map" | tr -d '"'; }
# place WIDGET: x y width height, whole pixels.
place() {
    sed -n "s/^\"$1\": \[\([^]]*\)\].*/\1/p" "$map" | tr ',' ' ' | awk '{ printf "%d %d %d %d\n", $1, $2, $3, $4 }'
}
# whole FOLDER: true if it has a picture that is complete.
whole() { tail -c 8 "$1"/*.png | grep -qa IEND; }
shows() { test -n "$(place "$1")"; }
# until_map EXPRESSION: waits until awk's expression over the state holds: s["frame"] > 3 && s["playing"] == "true".
until_map() {
    wait_for 300 awk -F '": ' '/^"/ && /,$/ {
        name = substr($1, 2); value = substr($0, length($1) + 4); gsub(/,$|"/, "", value)
        s[name] = value ~ /^-?[0-9.]+$/ ? value + 0 : value
    }
    END { exit !('"$1"') }' "$map"
}
# frames N: waits until the window has drawn N more. How long that takes depends on the machine.
frames() {
    drawn=$(value drawn)
    until_map "s[\"drawn\"] >= $((${drawn:-0} + $1))" || fail "the window hangs"
}
# Every action waits until the map shows that the window has taken it in.
key() {
    for name in "$@"; do
        pressed=$(value key_presses)
        "$finger" keydown "$name"
        until_map "s[\"key_presses\"] > $pressed" || fail "the window does not take the key $name"
    done
    frames 1 # as long as a finger holds it
    for name in "$@"; do "$finger" keyup "$name"; done
    frames 1
}
move() {
    "$finger" mousemove $(($1 + left)) $(($2 + top))
    until_map "s[\"mouse\"] == \"[$1.0,$2.0]\"" || fail "the window does not see the mouse at $1 $2"
    frames 1 # what is under it now shows
}
press() { "$finger" mousedown 1; until_map 's["mouse_buttons"] == 1' || fail "no press"; frames 1; }
release() { "$finger" mouseup 1; until_map 's["mouse_buttons"] == 0' || fail "no release"; frames 1; }
# rest WIDGET: waits until the widget is on screen and has not moved for two frames. A new tab or line moves its
# neighbours up to two frames after it is in the map, and on a slow machine this script is quicker than two frames.
rest() {
    wait_for 300 shows "$1" || fail "$1 is not on screen"
    here=$(place "$1")
    before=
    while [ "$here" != "$before" ]; do
        before=$here
        frames 2
        here=$(place "$1")
    done
}
click() {
    rest "$1"
    set -- $here
    move "$1" "$2"
    press; release
}
# drag SLIDER: from near its left end to near its right end.
drag() {
    rest "$1"
    set -- $here
    move $(($1 - $3 / 2 + 30)) "$2"
    press
    for step in 1 2 3 4; do move $(($1 - $3 / 2 + 30 + step * ($3 - 60) / 4)) "$2"; done
    release
}
quit() {
    "$finger" keydown Control_L keydown q
    wait_for 300 sh -c "! kill -0 $window 2> /dev/null" || fail "Ctrl+Q does not quit"
    code=0
    wait "$window" || code=$?
    window=
    "$finger" keyup q keyup Control_L
    [ "$code" -eq 0 ] || fail "exit code $code"
}
