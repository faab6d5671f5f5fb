#!/bin/sh
# Installs the distribution packages with which xpbd-lab is built, run and tested (Debian 12, Ubuntu 24.04 or later).
# Asks no questions, and does nothing if all packages are installed. Options install more:
#   --windows  for the preset `windows`: the compiler and packaging tools for Windows, and Wine for tests. Sources of
#              libraries that the distribution has only for itself are unpacked to build/sources.
#   --web      for the preset `web`: Emscripten, and sources of libraries as above
#   --checks   both, and everything for .ci/run: Clang and clang-tidy in any version, tools to make another system's
#              root folder, compilers and emulators of other machines, Chromium, and if the distribution has them
#              Firefox ESR and the version of clang-format that formats this repository
set -eu

packages="
g++ make cmake ninja-build ccache git pkg-config ca-certificates
libglfw3-dev libsystemd-dev libxcb1-dev libgl-dev libopengl-dev libegl-dev libegl1 libgl1-mesa-dri python3-glad
libimgui-dev libglm-dev libstb-dev nlohmann-json3-dev libcli11-dev
libgtest-dev libbenchmark-dev
xvfb xclip libx11-dev libxtst-dev fonts-dejavu-core
"
optional=
windows=
web=

fail() {
    echo "install.sh: $*" >&2
    exit 1
}
case ${1-} in
    "") ;;
    --windows) windows=yes ;;
    --web) web=yes ;;
    --checks)
        windows=yes
        web=yes
        packages="$packages clang clang-tidy debootstrap debian-archive-keyring util-linux
            g++-aarch64-linux-gnu qemu-user chromium"
        command -v npm >/dev/null 2>&1 || packages="$packages npm"
        # Other versions of clang-format format differently, and later systems do not have this one. Ubuntu has no
        # firefox-esr, and its firefox is a snap.
        optional="clang-format-14 firefox-esr"
        ;;
    *) fail "unknown option $1: --windows, --web, --checks" ;;
esac
if [ -n "$windows" ]; then
    packages="$packages g++-mingw-w64-x86-64-posix googletest wine64 nsis librsvg2-bin icoutils"
    # Reserves the addresses that Wine needs. Without it, recent Linux puts the heap of one program in 8000 there, and that
    # program does not start.
    optional="$optional wine64-preloader"
fi

if [ -n "$web" ]; then
    packages="$packages emscripten nodejs fonttools"
fi

command -v apt-get >/dev/null 2>&1 || fail "no apt-get on this system. Install CMake 3.25 or later, Ninja, a C++20" \
    "compiler, git, Python 3 with jinja2, OpenGL and EGL development files by its own package manager; libraries that are" \
    "not installed are fetched at configure time. What Debian calls them:" $packages

installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

# as_root COMMAND...: runs a command as root, with sudo if needed.
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
# need PACKAGE...: installs the packages that are missing.
need() {
    missing=
    for package; do
        installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    update
    echo "Installing:$missing"
    # A system that has just started may still be installing updates: waits for it.
    as_root apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends $missing ||
        fail "apt-get install failed; missing packages:$missing"
}
need $packages

# If GLFW supports Wayland (3.4): packages for the window's frame and mouse pointer, and for the tests on Wayland.
case $(dpkg-query -W -f '${Version}' libglfw3-dev) in
    [0-2].* | 3.[0-3] | 3.[0-3][!0-9]*) ;;
    *) need libdecor-0-plugin-1-cairo dmz-cursor-theme weston wl-clipboard libwayland-dev ;;
esac

# sources NAME PACKAGE: unpacks the distribution's sources of PACKAGE to build/sources/NAME. Uses its own package lists,
# derived from the system's: the system's seldom contain sources, and must not be changed.
sources() {
    folder=$(dirname "$0")/../build/sources
    version=$(dpkg-query -W -f '${source:Version}' "$2")
    [ "$(cat "$folder/$1.version" 2>/dev/null)" != "$version" ] || return 0
    echo "Unpacking: the sources of $2 $version"
    temporary=$(mktemp -d)
    trap 'rm -rf "$temporary"' EXIT
    mkdir -p "$temporary/lists/partial" "$temporary/cache/archives/partial" "$temporary/parts" "$folder"
    origin=$(apt-cache policy "$2" | awk '/^ \*\*\*/ { getline; print $2; exit }')
    cat /etc/apt/sources.list 2>/dev/null | grep -F "$origin" | sed -n 's/^deb /deb-src /p' > "$temporary/sources.list"
    for list in /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || grep -F "$origin" "$list" | sed -n 's/^deb /deb-src /p' >> "$temporary/sources.list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || awk -v origin="$origin" 'BEGIN { RS = ""; ORS = "\n\n" } index($0, origin)' "$list" |
            sed 's/^Types:.*/Types: deb-src/' > "$temporary/parts/$(basename "$list")"
    done
    # apt_here COMMAND...: runs apt without root, in a temporary folder, without changing the system.
    apt_here() {
        (cd "$temporary" && apt-get -qq -o Dir::Etc::SourceList="$temporary/sources.list" \
            -o Dir::Etc::SourceParts="$temporary/parts" -o Dir::State::Lists="$temporary/lists" \
            -o Dir::Cache="$temporary/cache" -o APT::Sandbox::User= -o Debug::NoLocking=1 "$@")
    }
    apt_here update && apt_here source --download-only --only-source \
        "$(dpkg-query -W -f '${source:Package}' "$2")=$version" || fail "no sources of $2 $version from $origin"
    rm -rf "${folder:?}/$1"
    mkdir "$folder/$1"
    tar -xf "$temporary"/*.orig.tar.* -C "$folder/$1" --strip-components=1
    echo "$version" > "$folder/$1.version"
    rm -rf "$temporary"
}
if [ -n "$windows" ]; then
    sources glfw libglfw3-dev
fi
if [ -n "$windows$web" ]; then
    sources imgui libimgui-dev
fi

for package in $optional; do
    installed "$package" && continue
    update
    if apt-cache show "$package" >/dev/null 2>&1; then
        need "$package"
    else
        echo "install.sh: this system has no $package: what needs it is not checked here" >&2
    fi
done

# The distribution may be too old, or another cmake may be first in PATH.
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
[ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" = 3.25 ] ||
    fail "CMake $version is too old, 3.25 is needed ($(command -v cmake))"
