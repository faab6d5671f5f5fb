#!/bin/sh
# Pictures of every screen of the window, to be looked at: three sizes, both themes, 100 %, 200 %, and on the largest the
# scale that the window chooses (0).
#   screens.sh PROGRAM FOLDER
# Exit 77 (skipped) where Xvfb or `finger` is missing.
set -eu
program=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)

# One window per size, theme and scale; Shift+F12 takes its picture with the interface.
shoot() { # NAME
    rm -f "$folder"/work/*.png
    frames 4
    key Shift_L F12
    wait_for 300 whole "$folder/work" || fail "no picture of $1"
    mv "$folder"/work/*.png "$out/$1_$look.png"
    echo "$out/$1_$look.png"
}
for screen in 1280x720 1920x1080 2560x1440; do
    for theme in dark light; do
        for scale in 1.0 2.0 0; do
            [ "$screen" = 1280x720 ] && [ "$scale" = 2.0 ] && [ "$theme" = light ] && continue
            case $screen:$scale in 2560x1440:0) ;; 2560x1440:* | *:0) continue ;; esac
            (
                . "$(dirname "$0")/hand.sh"
                look=${screen}_${theme}_$scale
                mkdir -p "$folder/config/xpbd-lab"
                printf '{ "first_start": false, "theme": "%s", "scale": %s, "window_width": %s, "window_height": %s }' \
                    "$theme" "$scale" "${screen%x*}" "${screen#*x}" > "$folder/config/xpbd-lab/preferences.json"
                start
                until_map 's["frame"] >= 120' || fail "it does not run"
                key space
                shoot main
                key F2; key F4; shoot panels; key F2; key F4
                key Shift_L F3
                if shows drawer.Sweep; then
                    click drawer.Sweep
                    click sweep.until_settled # quick
                    click sweep.run
                    wait_for 300 grep -q '"sweep.save"' "$map" || fail "the sweep does not end"
                    shoot sweep
                    click drawer.Plots
                fi
                key F1; click help.formula_A; shoot help; key F1
                click ahead; shoot ahead; key Escape
                click record; shoot record; key Escape
                click rail.add; until_map 's["panes"] == 3'; click rail.add; until_map 's["panes"] == 4' || fail "no four panes"
                shoot four
                quit
            )
        done
    done
done
