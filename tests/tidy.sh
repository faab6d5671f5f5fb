#!/bin/sh
# Runs clang-tidy, with the checks of .clang-tidy, on the sources that differ from a commit.
#   tidy.sh BUILD [BASE]
# BUILD: a build folder in which Clang compiles each file alone (preset clang). BASE: a commit; without it the last
# one that the main branch of the origin has too, else the commit before this one. MINUTES (10) later no further file is
# checked. Exit 1 if clang-tidy finds something, 77 (skipped) without clang-tidy or without a changed source.
set -eu
cd "$(dirname "$0")/.."
build=$1
command -v clang-tidy > /dev/null || { echo "skipped: clang-tidy is not installed"; exit 77; }
[ -f "$build/compile_commands.json" ] || { echo "tidy.sh: $build is no build folder" >&2; exit 2; }
base=${2:-$(git merge-base HEAD origin/main 2> /dev/null || true)}
if [ -z "$base" ] || [ "$(git rev-parse "$base")" = "$(git rev-parse HEAD)" ]; then
    base=$(git rev-parse --quiet --verify HEAD~1) || { echo "skipped: there is no commit before this one"; exit 77; }
fi
list=$(mktemp)
late=$(mktemp)
trap 'rm -f "$list" "$late"' EXIT
# A file that was only moved has not changed. A header is checked with the source of the same name.
git diff --name-only --diff-filter=d -M90% "$base" -- 'src/*.cpp' 'src/*.h' 'tests/*.cpp' 'tests/*.h' |
    sed 's/\.h$/.cpp/' | sort -u | while read -r file; do
        ! grep -q "\"file\": \".*/$file\"" "$build/compile_commands.json" || echo "$file"
    done > "$list"
end=$(($(date +%s) + ${MINUTES:-10} * 60))
export build end late
code=0
xargs -r -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
    if [ "$(date +%s)" -ge "$end" ]; then echo "$1" >> "$late"; exit 0; fi
    clang-tidy --quiet -p "$build" "$1" 2> /dev/null' sh < "$list" || code=1
echo "clang-tidy: $(wc -l < "$list") files, $(wc -l < "$late") of them not looked at for want of time"
exit $code
