#!/bin/sh
# Installs the distribution packages that xpbd-lab builds, runs and tests with (Debian 12, Ubuntu 24.04 or later). Asks
# for nothing, and does nothing where all are there. More with an option:
#   --windows  what the preset `windows` needs to make the program and its packages for Windows, and Wine to test them.
#              The sources of libraries that the distribution has for itself alone go to build/sources.
#   --web      what the preset `web` needs to make the page for browsers: Emscripten, and sources of libraries as above
#   --checks   both, and the rest of what .ci/run needs: Clang and clang-tidy in any version, what makes a root of
#              another system, compilers and emulators of other machines, Chromium, and where the distribution has
#              them Firefox ESR and clang-format in the version that formats this repository
set -eu

packages="
g++ make cmake ninja-build ccache git pkg-config ca-certificates
libglfw3-dev libsystemd-dev libxcb1-dev libgl-dev libopengl-dev libegl-dev libegl1 libgl1-mesa-dri python3-glad
libimgui-dev libglm-dev libstb-dev nlohmann-json3-dev libcli11-dev libeigen3-dev
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
        # Another clang-format formats differently, and later systems do not have this one. Ubuntu has no firefox-esr,
        # and its firefox is a snap.
        optional="clang-format-14 firefox-esr"
        ;;
    *) fail "unknown option $1: --windows, --web, --checks" ;;
esac
if [ -n "$windows" ]; then
    packages="$packages g++-mingw-w64-x86-64-posix googletest wine64 nsis librsvg2-bin icoutils"
fi

if [ -n "$web" ]; then
    packages="$packages emscripten nodejs"
fi

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
    # A system that has just started may be installing its updates: waits for that.
    as_root apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends $missing ||
        fail "apt-get install failed; missing packages:$missing"
}
need $packages

# Where GLFW knows Wayland (3.4): a frame and a mouse pointer for the window, and what its tests on a Wayland desktop need.
case $(dpkg-query -W -f '${Version}' libglfw3-dev) in
    [0-2].* | 3.[0-3] | 3.[0-3][!0-9]*) ;;
    *) need libdecor-0-plugin-1-cairo dmz-cursor-theme weston wl-clipboard libwayland-dev ;;
esac

# sources NAME PACKAGE: of the library in PACKAGE, as the distribution has them, in build/sources/NAME. With lists of its
# own, made from the system's: those seldom name sources, and are not ours to change.
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
    # apt_here COMMAND...: needs no root, and touches nothing of the system's.
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

# A distribution may be too old, or another cmake may stand first in PATH.
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
[ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" = 3.25 ] ||
    fail "CMake $version is too old, 3.25 is needed ($(command -v cmake))"
