#!/usr/bin/env python3
"""Finds the first errors in a long build log, with the lines around them. What comes later is mostly a consequence.

usage: first_errors.py LOG [--count N] [--around N]        LOG: a file, or - for standard input
Exit status: 0 found, 1 nothing that looks like an error, 2 unreadable.
"""
import argparse
import re
import sys

# Time stamps and colours of runners stand before the words that matter.
STAMP = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|^\S*\t\S*\t|\d{4}-\d\d-\d\dT[\d:.]+Z? ?")
ERROR = re.compile(
    r"(?:^|[\s\[(:>|])(?:error|fatal|panic|exception|traceback|failure|fail(?:ed)?|assert\w*error|segmentation fault|killed"
    r"|out of memory|no space left|permission denied|command not found|not found|timed? ?out|refused|E\d{3,5}|ERR!)\b|^E\s{2,}"
    r"|\w(?:Error|Exception): |exit(?:ed)?(?: with)?(?: code| status)? [1-9]|##\[error\]",
    re.I,
)
HARMLESS = re.compile(
    r"\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:error|failed|failure)s?[:=] ?0\b|continue-on-error|fail-fast|if-no-files-found"
    r"|--\w*(?:error|fail)|warning:|deprecat|\berrors?\.(?:py|js|ts|go|rs|md|c|h)\b|error[-_ ]?(?:handl|messag|page|code)",
    re.I,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--around", type=int, default=6)
    asked = parser.parse_args()
    try:
        data = sys.stdin.buffer.read() if asked.log == "-" else open(asked.log, "rb").read()
    except OSError as problem:
        print(f"first_errors: {problem}", file=sys.stderr)
        return 2
    lines = [STAMP.sub("", line) for line in data.decode("utf-8", "replace").splitlines()]
    hits = [at for at, line in enumerate(lines) if ERROR.search(line) and not HARMLESS.search(line)]
    groups = []
    for at in hits:
        if not groups or at > groups[-1][1] + asked.around:
            groups.append([at, at])
        else:
            groups[-1][1] = at
    print(f"{len(lines)} lines, {len(hits)} look like errors, in {len(groups)} places")
    for first, last in groups[: asked.count]:
        end = min(last, first + 25) + asked.around
        print(f"\n--- line {first + 1}")
        for at in range(max(0, first - asked.around), min(len(lines), end + 1)):
            print(("> " if at in hits else "  ") + lines[at][:300])
    return 0 if groups else 1


if __name__ == "__main__":
    sys.exit(main())
