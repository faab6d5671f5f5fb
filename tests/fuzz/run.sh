#!/bin/sh
# Fuzzes with libFuzzer: run.sh BUILD SECONDS [TARGET...]. Each target (without TARGET: all of them) runs for SECONDS on
# one core. New inputs collect in BUILD/fuzz/TARGET, from run to run; a crash is kept as BUILD/fuzz/crash-...
set -eu
[ $# -ge 2 ] || { echo "usage: run.sh BUILD SECONDS [TARGET...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- assignment link obj png_text preferences scene session

mkdir -p "$build/fuzz"
cd "$build/fuzz"
"$build/fuzz_dictionary" "$here"/corpus/*/ > dictionary
for target; do
    mkdir -p "$target"
    log=$target.log
    "$build/fuzz_$target" "$target" "$here/corpus/$target" -dict=dictionary -max_total_time="$seconds" \
        -max_len=2048 -timeout=60 -rss_limit_mb=1500 -print_final_stats=1 2> "$log" || {
        cat "$log" >&2
        echo "run.sh: $target found a fault; its input lies in $build/fuzz" >&2
        exit 1
    }
    echo "$target: $(sed -n 's/stat::number_of_executed_units: *//p' "$log") executions"
done
