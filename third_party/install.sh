#!/bin/sh
# Installs the distribution packages that xpbd-lab builds, runs and tests with (Debian 12, Ubuntu 24.04 or later); with
# --checks also those of .ci/run. Asks for nothing, and does nothing where all are there.
set -eu

packages="
g++ make cmake ninja-build ccache git pkg-config ca-certificates
libglfw3-dev libgl-dev libopengl-dev libegl-dev libegl1 libgl1-mesa-dri python3-glad
libimgui-dev libglm-dev libstb-dev nlohmann-json3-dev libcli11-dev libtinyobjloader-dev libeigen3-dev
libgtest-dev libbenchmark-dev
xvfb xclip libx11-dev libxtst-dev fonts-dejavu-core
"
[ "${1-}" != --checks ] || packages="$packages clang clang-format-14 util-linux"

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || fail "no apt-get on this system. Install CMake 3.25 or later, Ninja, a C++20" \
    "compiler, git, Python 3 with jinja2, OpenGL and EGL development files by its own package manager; libraries that are" \
    "not installed are fetched at configure time. What Debian calls them:" $packages

missing=
for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done

if [ -n "$missing" ]; then
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || fail "run this as root, or install sudo; missing packages:$missing"
        sudo=sudo
    fi
    echo "Installing:$missing"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
        fail "apt-get update failed: check the network and /etc/apt/sources.list"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing ||
        fail "apt-get install failed; missing packages:$missing"
fi

# A distribution may be too old, or another cmake may stand first in PATH.
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
[ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" = 3.25 ] ||
    fail "CMake $version is too old, 3.25 is needed ($(command -v cmake))"
