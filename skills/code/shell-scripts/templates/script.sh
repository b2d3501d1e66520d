#!/bin/sh
# One line: what this does.
# usage: NAME [-n] [-o FOLDER] FILE...
#   -n  say what would be done, do nothing
#   -o  where results go (default: .)
# Exit status: 0 done, 1 something failed, 2 wrong arguments.
set -eu

name=${0##*/}
say() { printf '%s\n' "$name: $*" >&2; }
fail() {
	say "$@"
	exit 1
}
usage() {
	sed -n '3,6s/^# //p' "$0" | sed "s/NAME/$name/" >&2
	exit 2
}

dry=no
out=.
while getopts no: option; do
	case $option in
	n) dry=yes ;;
	o) out=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage
[ -d "$out" ] || fail "no such folder: $out"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

for file in "$@"; do
	[ -r "$file" ] || fail "cannot read: $file"
	target=$out/$(basename -- "$file").upper
	if [ "$dry" = yes ]; then
		say "would write $target"
		continue
	fi
	# Made beside and moved, so that nobody ever sees half a file.
	tr '[:lower:]' '[:upper:]' <"$file" >"$scratch/result"
	mv -- "$scratch/result" "$target"
done
