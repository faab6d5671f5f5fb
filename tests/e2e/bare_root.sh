#!/bin/sh
# Tries the README's two lines on a bare Debian 12, from nothing: makes a root with debootstrap, enters it with chroot,
# copies the committed files of this repository in, and runs each line twice. Needs root, debootstrap and some 4 GB.
#
#   sh tests/e2e/bare_root.sh FOLDER [MIRROR]
#
# MIRROR defaults to http://deb.debian.org/debian. Where the network needs it, set APT_CONF to a file that is copied into
# the root as its apt configuration (a proxy, for example).
set -eu

folder=${1:?usage: bare_root.sh FOLDER [MIRROR]}
mirror=${2:-http://deb.debian.org/debian}
source=$(cd "$(dirname "$0")/../.." && pwd)

if [ ! -e "$folder/etc/debian_version" ]; then
    debootstrap --variant=minbase bookworm "$folder" "$mirror"
fi
echo "deb $mirror bookworm main" >"$folder/etc/apt/sources.list"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
if [ -n "${APT_CONF:-}" ]; then
    cp "$APT_CONF" "$folder/etc/apt/apt.conf.d/99local"
fi
rm -rf "$folder/root/xpbd-lab"
mkdir -p "$folder/root/xpbd-lab"
git -C "$source" archive HEAD | tar -x -C "$folder/root/xpbd-lab"

mount -t proc proc "$folder/proc"
mount --bind /dev "$folder/dev"
mkdir -p "$folder/dev/shm"
trap 'umount "$folder/dev" "$folder/proc"' EXIT

# Runs a line in the root, in the repository, and says how long it took.
timed() {
    name=$1
    shift
    start=$(date +%s)
    env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 CI=true \
        chroot "$folder" sh -c "cd /root/xpbd-lab && $*"
    echo "== $name: $(($(date +%s) - start)) s"
}

install='sh third_party/install.sh'
timed "test line, first run" "$install && cmake --workflow --preset test"
timed "test line, second run, without the tests' own time" "$install && cmake --preset release && cmake --build --preset release"

# The viewer needs a display: Xvfb, which the install line brought. Ctrl+Q ends it as a user would.
run="$install && cmake --workflow --preset run"
window="Xvfb :99 -screen 0 1280x720x24 >/dev/null 2>&1 & server=\$!; export DISPLAY=:99;
    (xdotool search --sync --onlyvisible --name xpbd-lab >/dev/null; echo \"== window is there\"; sleep 3;
     xdotool search --name xpbd-lab windowfocus keydown ctrl keydown q sleep 0.15 keyup q keyup ctrl) &
    $run; code=\$?; kill \$server; exit \$code"
timed "run line, window closed after 3 s" "$window"
rm -rf "$folder/root/xpbd-lab/build"
timed "run line from nothing built, window closed after 3 s" "$window"
