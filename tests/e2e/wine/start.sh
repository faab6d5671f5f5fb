#!/bin/sh
# Starts Wine before the tests of the preset `windows`. It stays until 10 s after the last program: Wine would end with
# each test and be started by the next one, two at once where CTest starts two, and its services would keep the output of
# that test open, for which CTest waits.
#   start.sh FOLDER
set -eu
. "$(dirname "$0")/wine.sh"
mkdir -p "$1"
WINEPREFIX=$1 "$wineserver" -p10 > /dev/null 2>&1 || true # else it still runs
make_prefix "$1"
