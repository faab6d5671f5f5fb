# Wine for the tests of the program for Windows. Sourced before hand.sh; sets `runner`. Exit 77 (skipped) where it is
# missing.

# first_of PROGRAM...: prints the first one that is installed.
first_of() {
    for name; do
        ! command -v "$name" || return 0
    done
}
runner=$(first_of wine64 wine64-stable /usr/lib/wine/wine64)
wineserver=$(first_of wineserver wineserver-stable /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver)
[ -n "$runner" ] && [ -n "$wineserver" ] ||
    { echo "skipped: Wine is not installed (sh third_party/install.sh --windows)"; exit 77; }

# make_prefix FOLDER: a Windows of its own, without Wine's downloads. With hand.sh its programs end with the test.
make_prefix() {
    export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml,winemenubuilder.exe=
    at_end=end_wine
    $runner cmd /c exit > /dev/null 2>&1
}
# until_idle: waits until no program of this Windows runs.
until_idle() { "$wineserver" -w; }
end_wine() {
    "$wineserver" -k || true # else nothing runs
    until_idle
}
