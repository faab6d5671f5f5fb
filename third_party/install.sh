#!/bin/sh
# Installs the distribution packages that xpbd-lab builds, runs and tests with (Debian 12, Ubuntu 24.04 or later).
# Asks for nothing and does nothing where all are there.
set -eu

packages="
g++ make cmake ninja-build ccache git pkg-config ca-certificates
libglfw3-dev libgl-dev libopengl-dev libegl-dev libegl1 libgl1-mesa-dri python3-glad
libimgui-dev libglm-dev libstb-dev nlohmann-json3-dev libcli11-dev libtinyobjloader-dev libeigen3-dev
libgtest-dev libbenchmark-dev
xvfb xdotool xclip fonts-dejavu-core
"

if ! command -v apt-get >/dev/null 2>&1; then
    echo "install.sh: no apt-get here. Install the equivalents of:" $packages >&2
    exit 1
fi

missing=
for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
    exit 0
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "install.sh: run this as root, or install sudo; missing packages:$missing" >&2
        exit 1
    fi
    sudo=sudo
fi
echo "Installing:$missing"
$sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
