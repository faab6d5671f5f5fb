#!/bin/sh
# Compares the layout of every source file with .clang-format. Exit 1 if one differs, 77 (skipped) without
# clang-format-14, whose layout it is: other versions differ.
set -eu
cd "$(dirname "$0")/.."
command -v clang-format-14 > /dev/null || { echo "skipped: clang-format-14 is not installed"; exit 77; }
find src tests -name '*.cpp' -o -name '*.h' | xargs clang-format-14 --dry-run -Werror
