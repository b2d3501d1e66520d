#!/usr/bin/env python3
"""Sorts the commits since a version by what they mean for users: a start for release notes, not the notes.

usage: commits_since.py [FROM] [TO]     in a git repository; FROM: the newest tag before TO, TO: HEAD
Reads `kind: text`, `kind(scope)!: text` and plain subjects; pull request numbers are kept.
Exit status: 0 done, 1 git failed or there is nothing, 2 wrong arguments.
"""
import re
import subprocess
import sys

HEADINGS = [
    ("breaking", "Breaking"),
    ("feat", "New"),
    ("fix", "Fixed"),
    ("perf", "Faster"),
    ("security", "Security"),
    ("revert", "Taken back"),
    ("other", "Other (read these: some matter to users)"),
    ("inside", "Not for users"),
]
INSIDE = {"chore", "ci", "test", "tests", "build", "style", "refactor", "docs", "deps"}
NAMES = {"feature": "feat", "bugfix": "fix", "performance": "perf", "sec": "security"}


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def kind_of(subject, body):
    found = re.match(r"(\w+)(?:\([^)]*\))?(!)?:\s", subject)
    if (found and found[2]) or re.search(r"^BREAKING[ -]CHANGE:", body, re.M):
        return "breaking"
    if subject.startswith("Revert "):
        return "revert"
    word = found[1].lower() if found else ""
    word = NAMES.get(word, word)
    if word in INSIDE:
        return "inside"
    return word if word in dict(HEADINGS) else "other"


def main():
    if len(sys.argv) > 3 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    end = sys.argv[2] if len(sys.argv) > 2 else "HEAD"
    try:
        start = sys.argv[1] if len(sys.argv) > 1 else git("describe", "--tags", "--abbrev=0", f"{end}^").strip()
        log = git("log", "--no-merges", "--format=%h%x00%s%x00%b%x01", f"{start}..{end}")
    except subprocess.CalledProcessError as problem:
        print(f"commits_since: {problem.stderr.strip()}", file=sys.stderr)
        return 1
    groups = {}
    for entry in filter(str.strip, log.split("\x01")):
        name, subject, body = entry.strip("\n").split("\x00")
        groups.setdefault(kind_of(subject, body), []).append(f"- {subject} ({name})")
    if not groups:
        print(f"commits_since: nothing between {start} and {end}", file=sys.stderr)
        return 1
    print(f"{sum(map(len, groups.values()))} commits, {start}..{end}")
    for kind, heading in HEADINGS:
        if kind in groups:
            print(f"\n## {heading}\n" + "\n".join(groups[kind]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
