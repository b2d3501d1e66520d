#!/usr/bin/env python3
"""Finds what breaks a Markdown document: dead links to files and headings, levels that are skipped, open code blocks.

usage: check_markdown.py FILE...
Addresses on the web are not visited. Exit status: 0 nothing found, 1 mistakes, 2 unreadable.
"""
import os
import re
import sys


def hide_blocks(text):
    return re.sub(r"^( {0,3})(`{3,}|~{3,}).*?^\1?\2[`~]*\s*$", blank, text, flags=re.M | re.S)


def hide_code(text):
    return re.sub(r"(`+)[^`\n]+\1", blank, hide_blocks(text))


def blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def anchors(text):
    seen, names = {}, set(re.findall(r"""<a\s+(?:id|name)=["']([^"']+)""", text))
    for heading in re.findall(r"^#{1,6}\s+(.+?)\s*#*$", hide_blocks(text), re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        times = seen.get(name, 0)
        seen[name] = times + 1
        names.add(name if times == 0 else f"{name}-{times}")
    return names


def problems(path, text):
    fences = re.findall(r"^ {0,3}(?:```|~~~)", text, re.M)
    if len(fences) % 2:
        yield 1, "a code block is not closed"
    bare = hide_code(text)
    yield from level_problems(hide_blocks(text))
    for found in re.finditer(r"\]\(\s*<?([^)\s>]+)>?(?:\s+[\"'][^)]*)?\)|^\[[^\]]+\]:\s*<?(\S+?)>?\s*$", bare, re.M):
        target = (found[1] or found[2]).replace("%20", " ")
        if re.match(r"[a-z][\w+.-]*:|//", target, re.I):
            continue
        line = bare.count("\n", 0, found.start()) + 1
        file, _, anchor = target.partition("#")
        place = os.path.join(os.path.dirname(path), file) if file else path
        if not os.path.exists(place):
            yield line, f"there is no {file}"
        elif anchor and place.endswith(".md"):
            with open(place, encoding="utf-8") as other:
                if anchor.lower() not in anchors(other.read()):
                    yield line, f"there is no heading #{anchor} in {os.path.basename(place)}"


def level_problems(bare):
    before, titles = 0, 0
    for found in re.finditer(r"^(#{1,6})\s+\S", bare, re.M):
        level = len(found[1])
        line = bare.count("\n", 0, found.start()) + 1
        titles += level == 1
        if before and level > before + 1:
            yield line, f"a heading of level {level} follows one of level {before}"
        if level == 1 and titles == 2:
            yield line, "there is a second title (#)"
        before = level


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    count = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                found = sorted(problems(path, file.read()))
        except (OSError, UnicodeDecodeError) as problem:
            print(f"{path}: {problem}", file=sys.stderr)
            return 2
        for line, message in found:
            print(f"{path}:{line}: {message}")
        count += len(found)
    print(f"{count} mistakes" if count else "nothing found")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
