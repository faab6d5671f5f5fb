#!/bin/sh
# Installs the distribution packages that xpbd-lab builds, runs and tests with (Debian 12, Ubuntu 24.04 or later); with
# --checks also those of .ci/run: Clang and clang-tidy in any version, what makes a root of another system, and
# clang-format in the version that formats this repository, where the distribution has it; with --windows those that make
# the program for Windows and run its tests. Asks for nothing, and does nothing where all are there.
set -eu

packages="
g++ make cmake ninja-build ccache git pkg-config ca-certificates
libglfw3-dev libgl-dev libopengl-dev libegl-dev libegl1 libgl1-mesa-dri python3-glad
libimgui-dev libglm-dev libstb-dev nlohmann-json3-dev libcli11-dev libtinyobjloader-dev libeigen3-dev
libgtest-dev libbenchmark-dev
xvfb xclip libx11-dev libxtst-dev fonts-dejavu-core
"
formatter=
case ${1-} in
    --checks)
        packages="$packages clang clang-tidy debootstrap debian-archive-keyring util-linux"
        formatter=clang-format-14 # another version formats differently; later systems do not have this one
        ;;
    --windows)
        packages="$packages g++-mingw-w64-x86-64-posix googletest wine64"
        ;;
esac

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || fail "no apt-get on this system. Install CMake 3.25 or later, Ninja, a C++20" \
    "compiler, git, Python 3 with jinja2, OpenGL and EGL development files by its own package manager; libraries that are" \
    "not installed are fetched at configure time. What Debian calls them:" $packages

installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

# as_root COMMAND...
as_root() {
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || fail "run this as root, or install sudo; missing packages:$missing"
        sudo=sudo
    fi
    $sudo env DEBIAN_FRONTEND=noninteractive "$@"
}

updated=
update() {
    [ -n "$updated" ] || as_root apt-get update -qq ||
        fail "apt-get update failed: check the network and /etc/apt/sources.list"
    updated=yes
}
# need PACKAGE...: installs what is missing of them.
need() {
    missing=
    for package; do
        installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    update
    echo "Installing:$missing"
    as_root apt-get install -y -qq --no-install-recommends $missing ||
        fail "apt-get install failed; missing packages:$missing"
}
need $packages

# Where GLFW knows Wayland (3.4): a frame and a mouse pointer for the window, and what its tests on a Wayland desktop need.
case $(dpkg-query -W -f '${Version}' libglfw3-dev) in
    [0-2].* | 3.[0-3] | 3.[0-3][!0-9]*) ;;
    *) need libdecor-0-plugin-1-cairo dmz-cursor-theme weston wl-clipboard libwayland-dev ;;
esac

if [ -n "$formatter" ] && ! installed "$formatter"; then
    update
    if apt-cache show "$formatter" >/dev/null 2>&1; then
        need "$formatter"
    else
        echo "install.sh: this system has no $formatter: the format is not checked here" >&2
    fi
fi

# A distribution may be too old, or another cmake may stand first in PATH.
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
[ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" = 3.25 ] ||
    fail "CMake $version is too old, 3.25 is needed ($(command -v cmake))"
