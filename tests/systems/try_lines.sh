#!/bin/sh
# Tries the README's two lines on fresh systems: each line in a new root, with the committed files of
# this repository, as root and as a user with sudo. Prints a table. What it needs is in README.md beside it.
#   try_lines.sh [--folder FOLDER] [--mirror URL] [--lines "test run"] [--users "root user"] [--keep-cache]
#                [--minutes N] [SUITE...]
# Exit 1 where a line fails, else 77 where a root could not be made.
set -eu
here=$(dirname "$(realpath "$0")")
source=$(realpath "$here/../..")
folder=/var/tmp/xpbd-lab-systems
mirror=
lines="test run"
users="root user"
keep_cache=
minutes=
usage() {
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
        --keep-cache) keep_cache=yes ;;
        --folder | --mirror | --lines | --users | --minutes)
            [ $# -gt 1 ] || usage
            case $1 in
                --folder) folder=$2 ;;
                --mirror) mirror=$2 ;;
                --lines) lines=$2 ;;
                --users) users=$2 ;;
                --minutes) minutes=$2 ;;
            esac
            shift ;;
        -*) usage ;;
        *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- bookworm trixie testing noble
begin=$(date +%s)

cannot() {
    echo "try_lines.sh: $*" >&2
    exit 77
}
[ "$(id -u)" -eq 0 ] || cannot "skipped: making a root needs the rights of root"
PATH=$PATH:/usr/sbin:/sbin
for tool in debootstrap git flock setpriv unshare; do
    command -v $tool > /dev/null || cannot "skipped: $tool is not installed"
done
mkdir -p "$folder"
folder=$(realpath "$folder")
exec 9> "$folder/lock"
flock -n 9 || { echo "try_lines.sh: another one works in $folder" >&2; exit 1; }
table=$folder/table
versions=$folder/versions
echo "| system | line | user | result | seconds | what it said |" > "$table"
echo "|---|---|---|---|---|---|" >> "$table"
echo "| system | compiler | CMake | GLFW | Dear ImGui |" > "$versions"
echo "|---|---|---|---|---|" >> "$versions"

# The running root is a child in the background, so that a signal ends it at once; in_root.sh removes its processes.
child=
finish() {
    [ -z "$child" ] || kill -KILL "$child" 2> /dev/null || true
    [ -z "${root-}" ] || rm -rf --one-file-system "$root" "$folder/$suite.base.half"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
# inside USER COMMAND: runs the command in the root of this try.
inside() {
    ARCHIVES=$archives sh "$here/in_root.sh" "$root" "$@" 9>&- &
    child=$!
    code=0
    wait $child || code=$?
    child=
    return $code
}

# From a root of its own, with an empty home.
prepare() {
    rm -rf --one-file-system "$root"
    cp -a --reflink=auto "$folder/$suite.base" "$root"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    echo "127.0.1.1 $(hostname)" >> "$root/etc/hosts" # which sudo asks for
    home=$root/root
    if [ "$user" != root ]; then
        inside root 'export DEBIAN_FRONTEND=noninteractive
            apt-get -qq update && apt-get -qq install --no-install-recommends sudo && useradd -m -s /bin/sh user &&
            echo "user ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/user && rm -rf /var/lib/apt/lists/*' > "$log" 2>&1 ||
            return 1
        home=$root/home/user
    fi
    mkdir "$home/xpbd-lab"
    git -c safe.directory='*' -C "$source" archive HEAD | tar -x --no-same-owner -C "$home/xpbd-lab"
    chown -R --reference="$home" "$home/xpbd-lab"
}

# count PATTERN: number of lines in the log that match.
count() { grep -cE "$1" "$log" || true; }
# Numbers from the log: tests, warnings of this project's compilation, fetched libraries.
read_log() {
    passed=$(count '^ *[0-9]+/[0-9]+ Test +#.* Passed ')
    skipped=$(count '^ *[0-9]+/[0-9]+ Test +#.*\*\*\*Skipped')
    ended=$(count '^ *[0-9]+/[0-9]+ Test +#')
    total=$(sed -n 's,^ *[0-9]*/\([0-9]*\) Test  *#.*,\1,p' "$log" | head -n 1)
    failed=$((ended - passed - skipped))
    warnings=$(grep -E '^[^ ]+: warning: |^CMake .*Warning' "$log" | grep -cvE '^/usr/|^update-alternatives' || true)
    fetched=$(sed -n 's/^-- \([^ ]*\): fetching .*/\1/p' "$log" | tr '\n' ' ')
}
note_versions() {
    ! grep -q "^| $suite " "$versions" || return 0
    version() { chroot "$root" dpkg-query -W -f '${Version}' "$1" 2> /dev/null | sed 's/^[0-9]*://; s/[-+].*//'; }
    compiler=$(chroot "$root" c++ -dumpfullversion 2> /dev/null || echo none)
    echo "| $suite | GCC $compiler | $(version cmake) | $(version libglfw3-dev) | $(version libimgui-dev) |" \
        >> "$versions"
}
# The tests that ctest had not finished when the time was over.
left_out() {
    sed -n 's,^ *Start  *\([0-9]*\): \(.*\),\1 \2,p' "$log" | sort > "$log.started"
    sed -n 's,^ *[0-9]*/[0-9]* Test  *#\([0-9]*\): \([^ ]*\).*,\1 \2,p' "$log" | sort > "$log.ended"
    echo "After $minutes min, $((total - ended)) of $total tests had not ended. These had begun:"
    comm -23 "$log.started" "$log.ended"
    rm "$log.started" "$log.ended"
}

any_failed=
any_missing=
try_line() {
    log=$folder/$suite-$line-$user.log
    : > "$log"
    echo "$suite, $line line as $user: $log"
    code=0
    if ! prepare; then
        echo "| $suite | $line | $user | not tried | | no sudo could be installed |" >> "$table"
        tail -n 20 "$log"
        any_failed=yes
        return
    fi
    case $line in
        test) command=$(grep '^sh third_party/install.sh && .*--preset test$' "$home/xpbd-lab/README.md") ;;
        run) command="sh tests/systems/run_line.sh" ;;
        *) usage ;;
    esac
    SECONDS_LEFT=
    [ -z "$minutes" ] || SECONDS_LEFT=$((minutes * 60 - ($(date +%s) - begin)))
    CCACHE=
    if [ -n "$keep_cache" ]; then
        CCACHE=$folder/$suite.ccache
        mkdir -p "$CCACHE"
        chmod 1777 "$CCACHE"
    fi
    export SECONDS_LEFT CCACHE
    start=$(date +%s)
    inside "$user" "cd xpbd-lab && $command" > "$log" 2>&1 || code=$?
    took=$(($(date +%s) - start))
    unset SECONDS_LEFT CCACHE

    read_log
    said="$passed of ${total:-0}${skipped:+, $skipped skipped}"
    [ "$line" = test ] || said=$(sed -n 's/^== \(window.*\|.*frames.*\)/\1/p' "$log" | paste -sd, | sed 's/,/, /')
    result=passed
    if [ $code -eq 124 ] && [ "$ended" -gt 0 ]; then
        left_out
        said="$said, $((total - ended)) left out after $minutes min"
    elif [ $code -ne 0 ]; then
        result="failed ($code)"
    fi
    [ "$failed" -eq 0 ] || result="failed ($failed)"
    if [ "$warnings" -gt 0 ] || [ -n "$fetched" ]; then
        said="$said${fetched:+, fetched: $fetched}, $warnings warnings"
        [ "$result" != passed ] || result=failed
    fi
    note_versions
    echo "| $suite | $line | $user | $result | $took | $said |" >> "$table"
    [ "$result" = passed ] || {
        any_failed=yes
        grep -E '^[^ ]+: warning: |^CMake .*Warning' "$log" | sort -u | head -n 20 || true
        tail -n 60 "$log"
    }
    rm -rf --one-file-system "$root"
}

# A function, so that the shell reads the whole script first: a change of the file during a run has no effect.
main() {
    for suite; do
        archives=$folder/$suite.archives
        root=$folder/$suite.try
        code=0
        sh "$here/make_root.sh" "$suite" "$folder/$suite.base" "$archives" "$mirror" 9>&- || code=$?
        if [ $code -ne 0 ]; then
            any_missing=yes
            echo "| $suite | | | no root | | |" >> "$table"
            continue
        fi
        for line in $lines; do
            for user in $users; do
                try_line
            done
        done
    done
    echo
    cat "$table"
    echo
    cat "$versions"
    [ -z "$any_failed" ] || exit 1
    [ -z "$any_missing" ] || exit 77
}
main "$@"; exit
