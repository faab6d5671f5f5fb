#!/bin/sh
# Runs a shell command in a root, as its root or as another of its users, from that user's home folder.
#   in_root.sh ROOT USER COMMAND
# ARCHIVES=FOLDER: downloaded packages are kept there. CCACHE=FOLDER: the compiler's cache. SECONDS_LEFT=N: exit 124
# after N seconds. Mounts and processes are in namespaces of their own: both end with the command, and with the
# script that called this one, however it ends.
set -eu
usage="usage: in_root.sh ROOT USER COMMAND"
root=${1:?$usage}
user=${2:?$usage}
command=${3:?$usage}
if [ "${IN_ROOT-}" != "$root" ]; then
    IN_ROOT=$root exec setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child sh "$0" "$@"
fi

mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys" 2> /dev/null || true
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
[ -z "${ARCHIVES-}" ] || mount --bind "$ARCHIVES" "$root/var/cache/apt/archives"
cache=
if [ -n "${CCACHE-}" ]; then
    mkdir -p "$root/var/cache/ccache"
    mount --bind "$CCACHE" "$root/var/cache/ccache"
    cache="CCACHE_DIR=/var/cache/ccache CCACHE_UMASK=000"
fi
home=$(sed -n "s/^$user:.*:\([^:]*\):[^:]*\$/\1/p" "$root/etc/passwd")
# The cache identifies a file by its path below the home: root and a user share their compiled files.
[ -z "$cache" ] || cache="$cache CCACHE_BASEDIR=$home"
path=/usr/local/bin:/usr/bin:/bin
[ "$user" != root ] || path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

limit=
[ -z "${SECONDS_LEFT-}" ] || limit="timeout -k 10 $SECONDS_LEFT"
code=0
$limit chroot --userspec="$user" "$root" /usr/bin/env -i HOME="$home" USER="$user" LOGNAME="$user" PATH="$path" \
    LANG=C.UTF-8 $cache /bin/sh -c "cd; $command" < /dev/null || code=$?
exit $code
