#!/bin/sh
# Proves that the template parses, does its work with odd names, and says what is wrong with its arguments.
set -eu
template=$(cd "$(dirname "$0")/../templates" && pwd)/script.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sh -n "$template"
mkdir "$folder/out"
printf 'abc' >"$folder/a b*.txt"
sh "$template" -o "$folder/out" "$folder/a b*.txt"
[ "$(cat "$folder/out/a b*.txt.upper")" = ABC ]
sh "$template" -n -o "$folder" "$folder/a b*.txt" 2>/dev/null
[ ! -e "$folder/a b*.txt.upper" ]
status=0
sh "$template" 2>/dev/null || status=$?
[ "$status" -eq 2 ]
status=0
sh "$template" "$folder/none" 2>/dev/null || status=$?
[ "$status" -eq 1 ]
echo ok
