#!/bin/sh
# Makes the root of a bare system: what debootstrap calls minbase, and nothing of this project.
#   make_root.sh SUITE ROOT ARCHIVES [MIRROR]
# SUITE: bookworm, trixie, testing, noble or another one. ROOT: the folder to make; an existing root is kept unchanged.
# ARCHIVES: a folder where downloaded packages stay for the next time. MIRROR: without it, what this machine's own apt
# uses for Debian or Ubuntu, else http://deb.debian.org/debian or http://archive.ubuntu.com/ubuntu.
# Exit 77 with one line where no root can be made here.
set -eu
usage="usage: make_root.sh SUITE ROOT ARCHIVES [MIRROR]"
suite=${1:?$usage}
root=${2:?$usage}
archives=${3:?$usage}
mirror=${4:-}
PATH=$PATH:/usr/sbin:/sbin

cannot() {
    echo "make_root.sh: no root of $suite: $*" >&2
    exit 77
}
[ ! -d "$root" ] || exit 0
[ "$(id -u)" -eq 0 ] || cannot "needs the rights of root"
command -v debootstrap > /dev/null || cannot "debootstrap is not installed"
unshare --mount true 2> /dev/null || cannot "nothing can be mounted here, as in a container without the right to"

# own_mirror LABEL DEFAULT: the mirror that this machine's apt uses for Debian or Ubuntu.
own_mirror() {
    found=$(apt-get indextargets --format '$(LABEL) $(SITE)' 'Created-By: Packages' 2> /dev/null |
        sed -n "s#^$1 \(https\{0,1\}://.*[^/]\)/*\$#\1#p" | head -n 1)
    echo "${found:-$2}"
}

# An old debootstrap has no script with the name of a newer system; the family's script works, too.
case $suite in
    bookworm | trixie | forky | duke | stable | testing | sid | unstable)
        mirror=${mirror:-$(own_mirror Debian http://deb.debian.org/debian)} components=main script=sid ;;
    *) mirror=${mirror:-$(own_mirror Ubuntu http://archive.ubuntu.com/ubuntu)} components=main,universe script=gutsy ;;
esac
scripts=${DEBOOTSTRAP_DIR:-/usr/share/debootstrap}/scripts
[ ! -e "$scripts/$suite" ] || script=$suite

mkdir -p "$archives" "$(dirname "$root")"
archives=$(realpath "$archives")
half=$root.half
rm -rf --one-file-system "$half"
echo "Making a root of $suite from $mirror"
# A mount namespace of its own: the mounts of debootstrap end with it, also after a failure.
unshare --mount debootstrap --variant=minbase --components="$components" --cache-dir="$archives" \
    "$suite" "$half" "$mirror" "$scripts/$script" > "$root.log" 2>&1 ||
    cannot "debootstrap failed ($root.log): $(grep -E '^(E|W):' "$root.log" | tail -n 1)"

echo "deb $mirror $suite $(echo "$components" | tr ',' ' ')" > "$half/etc/apt/sources.list"
rm -rf "$half/etc/apt/sources.list.d"/*
# A proxy of this machine holds for the root too.
{ apt-config dump Acquire::http; apt-config dump Acquire::https; } > "$half/etc/apt/apt.conf.d/99machine" 2> /dev/null
# The mirror may be a snapshot, whose list of packages has a date that apt considers too old.
here=$(dirname "$(realpath "$0")")
if ! sh "$here/in_root.sh" "$half" root 'apt-get update --error-on=any' >> "$root.log" 2>&1; then
    echo 'Acquire::Check-Valid-Until "false";' >> "$half/etc/apt/apt.conf.d/99machine"
    sh "$here/in_root.sh" "$half" root 'apt-get update' >> "$root.log" 2>&1 ||
        cannot "apt-get update failed in it ($root.log)"
fi
rm -rf "$half/var/lib/apt/lists"/* "$half/var/cache/apt/archives"/*.deb
mv "$half" "$root"
