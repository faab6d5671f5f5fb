#!/bin/sh
# The packages for Windows, under Wine on Xvfb: the installer installs, a session opens as by a double click, and the
# uninstaller leaves nothing behind but the user's preferences; the .zip works where it is unpacked.
#   windows_packages.sh FINGER PACKAGES
# Exit 77 (skipped) where Wine, Xvfb, `finger` or the packages are missing.
set -eu
finger=$1
packages=$2
installer=$(ls "$packages"/xpbd-lab-*-windows-x86_64.exe 2> /dev/null || true)
archive=$(ls "$packages"/xpbd-lab-*-windows-x86_64.zip 2> /dev/null || true)
[ -f "$installer" ] && [ -f "$archive" ] ||
    { echo "skipped: no packages in $packages (cmake --build build/windows --target package)"; exit 77; }
program=$installer
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/hand.sh"
make_prefix "$folder/wine"
wine=$runner

# state NAME: every file, and what the registry has of the user, but what Windows notes of a program that runs.
state() {
    (cd "$WINEPREFIX/drive_c" && find . | grep -v '/AppData/[A-Za-z]*/xpbd-lab' | sort) > "$folder/$1.files"
    $wine reg query 'HKCU\Software' /s 2> /dev/null | tr -d '\r' | sort > "$folder/$1.registry"
}
# query KEY [NAME]: a value of the registry.
query() {
    if [ $# -eq 1 ]; then $wine reg query "$1" /ve; else $wine reg query "$1" /v "$2"; fi 2> /dev/null |
        sed -n 's/.*REG_SZ *//p' | tr -d '\r'
}

echo "1. the installer, without questions"
state before
$wine "$installer" /S || fail "the installer ends with $?"
installed=$(find "$WINEPREFIX/drive_c/users" -path '*/Programs/xpbd-lab/xpbd-lab.exe')
[ -n "$installed" ] || fail "nothing is installed"
test -f "$(dirname "$installed")/assets/sessions/cloth.json" || fail "no sessions"
find "$WINEPREFIX/drive_c/users" -name xpbd-lab.lnk | grep -q 'Start Menu' || fail "no entry in the start menu"
[ "$(query 'HKCU\Software\Classes\.xpbd')" = xpbd-lab.session ] || fail "no type for .xpbd"
version=$($wine "$installed" --version | tr -d '\r')
uninstall='HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\xpbd-lab'
case "$version" in
    *"$(query "$uninstall" DisplayVersion)"*) ;;
    *) fail "installed is $version, the list of programs says $(query "$uninstall" DisplayVersion)" ;;
esac

echo "2. what a double click on a session does"
cp "$(dirname "$installed")/assets/sessions/pendulum.json" "two words.xpbd" # JSON under a name of its own
program="$folder/work/two words.xpbd"
runner="$wine start /wait /unix"
start
[ "$(value scene)" = pendulum ] || fail "the window shows $(value scene), not the session"
quit

echo "3. the uninstaller"
$wine "$(dirname "$installed")/uninstall.exe" /S || fail "the uninstaller ends with $?"
# It works from a copy of its own, and comes back at once.
wait_for 60 test ! -e "$(dirname "$installed")" || fail "files stay: $(ls "$(dirname "$installed")")"
state after
diff "$folder/before.files" "$folder/after.files" || fail "files are left"
diff "$folder/before.registry" "$folder/after.registry" || fail "the registry is not as before"

echo "4. the .zip, by itself"
cmake -E tar xf "$archive"
cd xpbd-lab-*-windows-x86_64
$wine ./xpbd-lab.exe run assets/sessions/pendulum.json --frames 10 --hash --quiet > "$folder/zip.txt"
test -s "$folder/zip.txt" || fail "it does not run"
echo "all is as it should be"
