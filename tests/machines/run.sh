#!/bin/sh
# Builds core and scenes for other machines, and compares the bits that they compute with the table.
#   sh tests/machines/run.sh [--folder FOLDER] [--quick] [MACHINE...]   clang, aarch64, wasm, windows; none: all of them
# --quick leaves out what takes minutes on an emulated processor.
# A machine whose compiler or emulator is missing is skipped with a line. Exit code: 0 all that ran agree, 1 not, 77 all
# were skipped. No network is needed; GLM is that of this system.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$source/build/machines
if [ "${1-}" = --folder ]; then
    folder=$2
    shift 2
fi
quick=
if [ "${1-}" = --quick ]; then
    quick=--quick
    shift
fi
[ $# -gt 0 ] || set -- clang aarch64 wasm windows
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# A folder with a link to GLM only: a cross compiler must not find the other headers beside it.
headers=$folder/headers
mkdir -p "$headers"
glm=$(echo "#include <glm/glm.hpp>" | c++ -E -x c++ - 2>/dev/null |
    sed -n 's|^# [0-9]* "\(.*\)/glm/glm.hpp".*|\1|p' | head -n 1)
[ -n "$glm" ] || {
    echo "run.sh: no GLM on this system: sh third_party/install.sh" >&2
    exit 2
}
ln -sfn "$glm/glm" "$headers/glm"

# have PROGRAM...: prints the first of them that is installed.
have() {
    for wanted; do
        if command -v "$wanted" >/dev/null 2>&1; then
            command -v "$wanted"
            return
        fi
    done
    return 1
}

# build MACHINE OPTIONS...
build() {
    machine=$1
    shift
    cmake -S "$source" -B "$folder/$machine" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
        -DXPBD_LAB=OFF -DXPBD_BUILD_TESTS=ON -DXPBD_SYSTEM_PACKAGES=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        -DFETCHCONTENT_SOURCE_DIR_GLM="$headers" "$@" >"$folder/$machine.log" 2>&1 &&
        cmake --build "$folder/$machine" --target machine_states >>"$folder/$machine.log" 2>&1 || {
        cat "$folder/$machine.log"
        echo "$machine: not built"
        return 1
    }
}

# compare MACHINE COMMAND...: prints whether the command, machine_states with its emulator, computes the table's bits.
# Two processes share the rows of --quick.
compare() {
    machine=$1
    shift
    begin=$(date +%s)
    result=agrees
    states="$source/tests/machines/states.txt"
    if [ -n "$quick" ]; then
        "$@" $quick --odd --table "$states" >"$folder/$machine.odd.txt" 2>&1 &
        other=$!
        "$@" $quick --even --table "$states" >"$folder/$machine.txt" 2>&1 || result=DIFFERS
        wait $other || result=DIFFERS
        cat "$folder/$machine.odd.txt" >>"$folder/$machine.txt"
    else
        "$@" --table "$states" >"$folder/$machine.txt" 2>&1 || result=DIFFERS
    fi
    if [ $result != agrees ]; then
        grep -e '<-' -e 'only$' "$folder/$machine.txt" || tail -n 20 "$folder/$machine.txt"
    fi
    echo "$machine: $result ($(grep '^# ' "$folder/$machine.txt" | tr -d '\r' | paste -sd ';' -)); run in" \
        "$(($(date +%s) - begin)) s"
    [ $result = agrees ]
}

# A comparison in an emulator takes minutes: it runs while the next machine is built.
ran=0
failed=0
comparisons=
for machine; do
    toolchain=-DCMAKE_TOOLCHAIN_FILE=$source/third_party/toolchains/$machine.cmake
    program=$folder/$machine/machine_states
    case $machine in
        clang)
            compiler=$(have clang++) || {
                echo "skipped: clang: no clang++"
                continue
            }
            toolchain=-DCMAKE_CXX_COMPILER=$compiler
            set -- "$program"
            ;;
        aarch64)
            emulator=$(have qemu-aarch64 qemu-aarch64-static) && have aarch64-linux-gnu-g++ >/dev/null || {
                echo "skipped: aarch64: no g++-aarch64-linux-gnu or no qemu-user"
                continue
            }
            set -- "$emulator" -L /usr/aarch64-linux-gnu "$program"
            ;;
        wasm)
            emulator=$(have node nodejs) && have em++ >/dev/null || {
                echo "skipped: wasm: no emscripten or no nodejs"
                continue
            }
            set -- "$emulator" "$program.js"
            ;;
        windows)
            emulator=$(PATH=$PATH:/usr/lib/wine have wine64 wine64-stable wine) &&
                have x86_64-w64-mingw32-g++-posix >/dev/null || {
                echo "skipped: windows: no g++-mingw-w64-x86-64-posix or no wine64"
                continue
            }
            set -- "$emulator" "$program.exe"
            export WINEPREFIX="$folder/wine" WINEDEBUG=-all
            ;;
        *)
            echo "run.sh: no machine $machine; there are clang, aarch64, wasm, windows" >&2
            exit 2
            ;;
    esac
    ran=$((ran + 1))
    begin=$(date +%s)
    if build "$machine" "$toolchain"; then
        echo "$machine: built in $(($(date +%s) - begin)) s"
        compare "$machine" "$@" &
        comparisons="$comparisons $!"
    else
        failed=1
    fi
done
for comparison in $comparisons; do
    wait "$comparison" || failed=1
done
[ "$ran" -gt 0 ] || exit 77
exit "$failed"
