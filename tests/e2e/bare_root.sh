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
mount --bind /dev "$folder/dev" || { umount "$folder/proc"; exit 1; }
trap 'umount "$folder/dev" "$folder/proc"' EXIT
trap 'exit 1' INT TERM

# Runs a line in the root, in the repository, and says how long it took.
timed() {
    name=$1
    shift
    start=$(date +%s)
    env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 CI=true \
        chroot "$folder" sh -c "cd /root/xpbd-lab && $*" </dev/null
    echo "== $name: $(($(date +%s) - start)) s"
}
# The next line must not use what an earlier one has built.
forget_build() {
    rm -rf "$folder/root/xpbd-lab/build" "$folder/root/.cache"
}

install='sh third_party/install.sh'
forget_build
timed "test line, first run" "$install && cmake --workflow --preset test"
timed "test line, second run, without the tests' own time" \
    "$install && cmake --preset release && cmake --build --preset release"

# The viewer needs a display: Xvfb, which the install line brought. Ctrl+Q ends it as a user would; where no window comes
# within 15 minutes, or it stays, the line fails.
cat >"$folder/root/with_window.sh" <<'WINDOW'
Xvfb :99 -noreset -screen 0 1280x720x24 >/dev/null 2>&1 &
server=$!
export DISPLAY=:99
(
    tries=900
    until xdotool search --onlyvisible --name xpbd-lab >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { echo "== no window"; exit 1; }
        sleep 1
    done
    echo "== the window is there after $(($(date +%s) - $1)) s"
    sleep 3
    xdotool keydown ctrl; sleep 0.2; xdotool keydown q; sleep 0.2; xdotool keyup q keyup ctrl
) &
hand=$!
code=0
sh third_party/install.sh && timeout 1000 cmake --workflow --preset run || code=$?
wait $hand || code=1
kill $server
wait $server || true
exit $code
WINDOW
window='sh /root/with_window.sh $(date +%s)'
timed "run line, second run, window closed after 3 s" "$window"
forget_build
timed "run line, first run, window closed after 3 s" "$window"
