#!/bin/sh
# Runs a command many times and says how often it failed. The output of the first failure is kept.
# usage: repeat.sh [-n times] [-x] command [argument...]
#   -n times  how often (default 20)   -x  stop at the first failure
# Exit status: 0 never failed, 1 failed at least once, 2 wrong arguments.
set -u
usage() {
	sed -n '2,5s/^# //p' "$0" >&2
	exit 2
}
times=20
stop=no
while getopts n:x option; do
	case $option in
	n) times=$OPTARG ;;
	x) stop=yes ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
case $times in '' | *[!0-9]* | 0) usage ;; esac
[ $# -gt 0 ] || usage

folder=$(mktemp -d) || exit 2
trap 'rm -f "$folder/now"; rmdir "$folder" 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
run=0
failed=0
while [ "$run" -lt "$times" ]; do
	run=$((run + 1))
	"$@" >"$folder/now" 2>&1 </dev/null
	status=$?
	[ "$status" -eq 0 ] && continue
	failed=$((failed + 1))
	if [ "$failed" -eq 1 ]; then
		mv "$folder/now" "$folder/first-failure.log"
		echo "run $run failed with status $status: $folder/first-failure.log"
	fi
	[ "$stop" = yes ] && break
done
echo "$failed of $run runs failed"
[ "$failed" -eq 0 ]
