#!/bin/sh
# The packages for Windows, under Wine on Xvfb: the installer installs, a session opens as by a double click, and the
# uninstaller leaves nothing behind but the user's preferences; the .zip works where it is unpacked.
#   packages.sh FINGER PACKAGES
# Exit 77 (skipped) where Wine, Xvfb, `finger` or the packages are missing.
set -eu
finger=$(realpath "$1")
packages=$(realpath -m "$2") # the test works in a folder of its own
installer=$(ls "$packages"/xpbd-lab-*-windows-x86_64.exe 2> /dev/null || true)
archive=$(ls "$packages"/xpbd-lab-*-windows-x86_64.zip 2> /dev/null || true)
[ -f "$installer" ] && [ -f "$archive" ] ||
    { echo "skipped: no packages in $packages (cmake --build build/windows --target package)"; exit 77; }
program=$installer
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/../hand.sh"
make_prefix "$folder/wine"
wine=$runner

# files: lists all files, except the preferences, which stay, the folder for all programs of a user, temporary files,
# which Windows removes later, and Windows' own notes on drivers (.pnf): it writes them when it finds a device, which
# can be after the first start has ended.
files() {
    (cd "$WINEPREFIX/drive_c" && find . | sort) |
        grep -v -e '/AppData/[A-Za-z]*/xpbd-lab' -e '/AppData/Local/Programs$' -e '/Temp/' -e '^\./windows/inf/.*\.pnf$'
}
# ours: the registry entries of the program, of this user.
ours() { $wine reg query HKCU /s 2> /dev/null | grep -i xpbd; }
# query KEY [NAME]: prints a value of the registry.
query() {
    if [ $# -eq 1 ]; then $wine reg query "$1" /ve; else $wine reg query "$1" /v "$2"; fi 2> /dev/null |
        sed -n 's/.*REG_SZ *//p' | tr -d '\r'
}

echo "1. the installer, without questions"
files > "$folder/before"
$wine "$installer" /S || fail "the installer ends with $?"
installed=$(find "$WINEPREFIX/drive_c/users" -path '*/Programs/xpbd-lab/xpbd-lab.exe')
[ -n "$installed" ] || fail "nothing is installed"
test -f "$(dirname "$installed")/assets/sessions/cloth.json" || fail "no sessions"
find "$WINEPREFIX/drive_c/users" -name xpbd-lab.lnk | grep -q 'Start Menu' || fail "no entry in the start menu"
ours > /dev/null || fail "the registry does not know it"
[ "$(query 'HKCU\Software\Classes\.xpbd')" = xpbd-lab.session ] || fail "no type for .xpbd"
version=$($wine "$installed" --version | tr -d '\r')
uninstall='HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\xpbd-lab'
case "$version" in
    *"$(query "$uninstall" DisplayVersion)"*) ;;
    *) fail "installed is $version, the list of programs says $(query "$uninstall" DisplayVersion)" ;;
esac

echo "2. what a double click on a session does"
# Windows looks for a type in the user's registry first; Wine 8 only in the machine's.
for key in .xpbd xpbd-lab.session; do
    $wine reg export "HKCU\\Software\\Classes\\$key" user.reg /y > /dev/null 2>&1
    iconv -f UTF-16 -t UTF-8 user.reg | sed 's/^\[HKEY_CURRENT_USER/[HKEY_LOCAL_MACHINE/' > machine.reg
    $wine reg import machine.reg > /dev/null 2>&1
done
export XPBD_LAB_UI_MAP="Z:$map" XPBD_LAB_DUMP_SESSION="Z:$dump" # it starts in a folder of Windows
cp "$(dirname "$installed")/assets/sessions/pendulum.json" "two words.xpbd" # JSON under a name of its own
program="$folder/work/two words.xpbd"
runner="$wine start /wait /unix"
start
[ "$(value scene)" = pendulum ] || fail "the window shows $(value scene), not the session"
quit

echo "3. the uninstaller"
$wine "$(dirname "$installed")/uninstall.exe" /S || fail "the uninstaller ends with $?"
until_idle # it works from a copy of its own, and comes back at once
test ! -e "$(dirname "$installed")" || fail "files stay: $(ls "$(dirname "$installed")")"
files | diff "$folder/before" - || fail "files are left"
! ours || fail "the registry still knows it"

echo "4. the .zip, by itself"
cmake -E tar xf "$archive"
cd xpbd-lab-*-windows-x86_64
$wine ./xpbd-lab.exe run assets/sessions/pendulum.json --frames 10 --hash --quiet > "$folder/zip.txt"
test -s "$folder/zip.txt" || fail "it does not run"
echo "all is as it should be"
