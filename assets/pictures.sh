#!/bin/sh
# Makes the pictures of the READMEs anew.
#   sh assets/pictures.sh [PROGRAM]
# PROGRAM: build/release/xpbd-lab by default. The picture of the window needs Xvfb and `finger`, which is built with the
# tests; it is left as it is without them.
set -eu
assets=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${1:-$assets/../build/release/xpbd-lab}")

# One line per picture of the gallery: name, then what `shot` is to show.
gallery() {
    cat << 'END'
cloth         --scene cloth --frame 300
cloth_print   --scene cloth --frame 300 --colour material --print check
canvas        --scene canvas --frame 300
cloth_sphere  --scene cloth_sphere --frame 300 --colour material
cloth_drop    --scene cloth_drop --frame 240 --colour material --print stripes
flag          --scene flag --frame 200 --colour material
net           --scene net --frame 300 --colour tension
balloon       --scene balloon --frame 120
incline       --scene incline --frame 40 --colour material --print check
rope_hanging  --scene rope_hanging --frame 60
rope_span     --scene rope_span --frame 240 --colour tension
rope_tip      --scene rope_tip --frame 60
oscillator    --scene oscillator --frame 30
pendulum      --scene pendulum --frame 40
cantilever    --scene cantilever --frame 240
twisted_rod   --scene twisted_rod --frame 300 --colour material
ball_cloth    --scene ball_cloth --frame 300 --colour material --print check
wringing      --scene wringing --frame 540 --colour material --print stripes
skipping_rope --scene skipping_rope --frame 107
drum          --scene drum --frame 120 --colour material
winch         --scene winch --frame 200 --colour material
resonance     --scene resonance --frame 480
kapitza       --scene kapitza --frame 90 --colour material
tablecloth    tablecloth.json --set scene.file=../meshes/tablecloth.obj --frame 200 --colour material
END
}

mkdir -p "$assets/gallery"
# In a folder beside the gallery: a mesh is written into a picture as --set names it, and not with this machine's
# folders. From the gallery it has the same name.
cd "$assets/sessions"
gallery | while read -r name options; do
    # shellcheck disable=SC2086 # the options are words
    "$program" shot $options --size 640x320 --supersampling 3 --no-stamp --force --quiet --out "../gallery/$name.png"
    echo "gallery/$name.png"
done
cd "$assets"
folder=$(mktemp -d)
for figure in convergence stiffness multigrid; do
    "$program" figure "$figure" --out "$folder" > /dev/null
    mv "$folder/$figure.png" "$figure.png"
    echo "$figure.png"
done
rm -r "$folder"

if ! command -v Xvfb > /dev/null || [ ! -x "$(dirname "$program")/finger" ]; then
    echo "window.png is left as it is: Xvfb or finger is missing"
    exit 0
fi
screen=1600x900
. "$assets/../tests/e2e/hand.sh"
mkdir "$folder/config/xpbd-lab"
echo '{ "first_start": false, "window_width": 1600, "window_height": 900, "quality": "low", "scale": 1 }' \
    > "$folder/config/xpbd-lab/preferences.json"
start
until_map 's["frame"] >= 400' || fail "the window does not run"
key space
# Drawn at its best once it stands still: in software that takes too long for every frame.
key v
click look.quality.High
key v
key F3
key F3
frames 3
key Shift_L F12 # with the interface
wait_for 300 whole "$folder/work" || fail "no picture"
mv "$folder"/work/*.png "$assets/window.png"
quit
echo window.png
