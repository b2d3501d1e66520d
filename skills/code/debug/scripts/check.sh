#!/bin/sh
# Proves that repeat.sh counts failures, keeps the first, and never reads the terminal.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TMPDIR=$folder
export TMPDIR

cat >"$folder/third.sh" <<'END'
count=$(($(cat "$1" 2>/dev/null || echo 0) + 1))
echo "$count" >"$1"
echo "this is run $count"
[ $((count % 3)) -ne 0 ]
END

said=$(sh "$here/repeat.sh" -n 6 sh "$folder/third.sh" "$folder/count") && exit 1
case $said in *"run 3 failed with status 1"*"2 of 6 runs failed") ;; *) echo "$said"; exit 1 ;; esac
log=$(echo "$said" | sed -n 's/^.*status 1: //p')
[ "$(cat "$log")" = "this is run 3" ]
[ "$(sh "$here/repeat.sh" -n 2 true)" = "0 of 2 runs failed" ]
said=$(sh "$here/repeat.sh" -n 9 -x false) && exit 1
case $said in *"1 of 1 runs failed") ;; *) exit 1 ;; esac
sh "$here/repeat.sh" -n x true 2>/dev/null && exit 1
sh "$here/repeat.sh" 2>/dev/null && exit 1
echo ok
