#!/bin/sh
# The page in Chromium: sh tests/web/run.sh SITE PROGRAM [PICTURES]
# SITE: build/web/site; PROGRAM: the native one. Exit code: 0 all passed, 1 not, 77 skipped: no browser, or no npm.
# What npm brings (playwright-core, without a browser of its own) lies below the build folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
site=$(cd "$1" && pwd)
program=$2
pictures=${3-}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: the page in a browser: no chromium"
    exit 77
}
for needed in node npm; do
    command -v "$needed" >/dev/null 2>&1 || {
        echo "skipped: the page in a browser: no $needed"
        exit 77
    }
done
folder=$site/../web_tests
mkdir -p "$folder"
cp "$here"/*.mjs "$here"/*.json "$folder"
(cd "$folder" && npm ci --no-audit --no-fund --silent) || {
    echo "skipped: the page in a browser: npm cannot bring playwright-core"
    exit 77
}
exec node "$folder/page_test.mjs" "$site" "$program" "$browser" $pictures
