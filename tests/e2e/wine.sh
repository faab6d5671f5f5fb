# Wine for the tests of the program for Windows. Sourced; sets `runner`. Exit 77 (skipped) where it is missing.
runner=
for name in wine64 wine64-stable /usr/lib/wine/wine64; do
    ! command -v "$name" > /dev/null || { runner=$(command -v "$name"); break; }
done
[ -n "$runner" ] || { echo "skipped: Wine is not installed (sh third_party/install.sh --windows)"; exit 77; }

# make_prefix FOLDER: a fresh Windows, without what Wine would like to download.
make_prefix() {
    export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml,winemenubuilder.exe=
    $runner wineboot --init > /dev/null 2>&1
}
