#!/bin/sh
# The page in Chromium and in Firefox: sh tests/web/run.sh SITE PROGRAM [PICTURES]
# SITE: build/web/site; PROGRAM: the native one. PICTURES: a folder for pictures of the page, one folder per browser.
# Exit code: 0 all passed, 1 not, 77 skipped: neither browser, or no npm.
# npm installs puppeteer-core, without a browser of its own, below the build folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
site=$(cd "$1" && pwd)
program=$2
pictures=${3-}
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
    echo "skipped: the page in a browser: npm cannot bring puppeteer-core"
    exit 77
}
result=77
# in_browser NAME PROGRAM: path of the program, or the name of its package if it is missing.
in_browser() {
    name=$1
    browser=$2
    if ! [ -x "$browser" ]; then
        echo "skipped: the page in $name: no $browser"
    elif node "$folder/page_test.mjs" "$site" "$program" "$browser" ${pictures:+"$pictures/$name"}; then
        [ $result -ne 77 ] || result=0
    else
        result=1
    fi
}
in_browser Chromium "$(command -v chromium || command -v chromium-browser || command -v google-chrome || echo chromium)"
if command -v Xvfb >/dev/null 2>&1; then
    in_browser Firefox "$(command -v firefox-esr || echo firefox-esr)"
else
    echo "skipped: the page in Firefox: no Xvfb"
fi
exit $result
