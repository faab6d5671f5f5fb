# What the tests of the real window share: an X server, the program, and a hand on mouse and keyboard. Sourced, with
# `program` set. Exit 77 (skipped) where Xvfb or xdotool is missing.
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
Xvfb -displayfd 3 -noreset -screen 0 "${screen:-1280x720}x24" 3> "$folder/display" > "$folder/xvfb" 2>&1 &
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
