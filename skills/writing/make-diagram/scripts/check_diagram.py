#!/usr/bin/env python3
"""Finds mistakes in diagrams that would keep them from being drawn, or drawn well. Needs no renderer.

usage: check_diagram.py FILE...
.svg: well-formed, has a size, nothing outside of it, texts that fit. .mmd and ```mermaid blocks of .md: a known kind,
brackets and quotes closed, words that must be quoted. .dot, .gv: braces and quotes closed; drawn too where `dot` is there.
Exit status: 0 nothing found, 1 mistakes, 2 nothing to check.
"""
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as tree

KINDS = (
    "flowchart graph sequenceDiagram classDiagram stateDiagram stateDiagram-v2 erDiagram gantt pie journey gitGraph mindmap "
    "timeline quadrantChart requirementDiagram C4Context C4Container C4Component sankey-beta sankey xychart-beta xychart block-beta "
    "block packet-beta packet architecture-beta kanban radar-beta"
).split()
PAIRS = {"(": ")", "[": "]", "{": "}"}


def unclosed(line):
    """The first bracket of a line that isn't closed or opened; quoted text is passed over."""
    waiting, quoted = [], False
    for letter in line:
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter in PAIRS:
            waiting.append(letter)
        elif not quoted and letter in PAIRS.values():
            if not waiting or PAIRS[waiting.pop()] != letter:
                return letter
    return '"' if quoted else waiting[0] if waiting else None


def mermaid_problems(text, first_line=1):
    lines = text.split("\n")
    if lines and lines[0].strip() == "---":
        closing = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == "---"), 0)
        lines = [""] * (closing + 1) + lines[closing + 1:]
    kind = None
    opened = 0
    for number, line in enumerate(lines, first_line):
        bare = re.sub(r"%%.*", "", line).strip()
        if not bare:
            continue
        if kind is None:
            kind = bare.split()[0]
            if kind not in KINDS:
                yield number, f'"{kind}" is no kind of diagram'
                return
            continue
        if kind in ("flowchart", "graph"):
            # Asymmetric shapes and the heads of some arrows look like open brackets.
            plain = re.sub(r">([^\[\]|]*)\]", "", re.sub(r"<?(?:--+|==+|-\.+-?)[>xo]?", " ", bare))
            problem = unclosed(plain)
            if problem:
                yield number, f"{problem} is not closed, or not opened"
            if re.search(r"\[(?![\[(/\\\"])[^\]\"]*[(){}][^\]\"]*\]", plain):
                yield number, 'brackets in a label: write ["like (this)"]'
            if re.search(r"(?:^|\s|>)end(?:\s*(?:\[|\(|\{|-|=)|\s*$)", bare) and bare != "end":
                yield number, '"end" is a word of the language: use End, or another id'
            opened += bare.startswith("subgraph") - (bare == "end")
        elif kind == "sequenceDiagram":
            opened += bool(re.match(r"(?:loop|alt|opt|par|critical|break|rect|box)\b", bare)) - (bare == "end")
            if ";" in bare:
                yield number, "a semicolon ends the statement: write #59;"
    if kind is None:
        yield first_line, "there is no diagram"
    elif opened > 0:
        yield first_line + len(lines) - 1, f'{opened} "end" missing'
    elif opened < 0:
        yield first_line + len(lines) - 1, '"end" without a beginning'


def markdown_problems(text):
    blocks = list(re.finditer(r"^```mermaid[^\n]*\n(.*?)^```\s*$", text, re.M | re.S))
    for block in blocks:
        yield from mermaid_problems(block[1], text.count("\n", 0, block.start(1)) + 1)
    if not blocks:
        yield 1, "there is no ```mermaid block that is closed"


def number_of(value, default=None):
    found = re.match(r"\s*(-?[\d.]+)(?:px)?\s*$", value or "")
    return float(found[1]) if found else default


def svg_problems(text):
    try:
        root = tree.fromstring(text)
    except tree.ParseError as problem:
        yield problem.position[0], f"not well-formed: {problem}"
        return
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        yield 1, 'the root must be <svg xmlns="http://www.w3.org/2000/svg">, else nothing is drawn'
        return
    box = [float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if part]
    if len(box) != 4:
        yield 1, "viewBox is missing: it can't be scaled"
        return
    identities = {element.get("id") for element in root.iter()}
    for element in root.iter():
        name = str(element.tag).rsplit("}", 1)[-1]
        for value in element.attrib.values():
            for wanted in re.findall(r"url\(#([^)]+)\)", value):
                if wanted not in identities:
                    yield 1, f'<{name}> refers to "{wanted}", which is not there'
    yield from outside(root, box)


def outside(element, box):
    """What is moved by a transform is not looked at: its place is not what its numbers say."""
    for child in element:
        name = str(child.tag).rsplit("}", 1)[-1]
        if child.get("transform") or name in ("defs", "marker", "symbol", "clipPath", "mask", "pattern"):
            continue
        x, y = number_of(child.get("x"), 0.0), number_of(child.get("y"), 0.0)
        if name == "rect":
            width, height = number_of(child.get("width"), 0.0), number_of(child.get("height"), 0.0)
            if x < box[0] or y < box[1] or x + width > box[0] + box[2] or y + height > box[1] + box[3]:
                yield 1, f"a rect at {x:g},{y:g} reaches out of the picture"
        elif name == "text" and "".join(child.itertext()).strip() and child.find("./*[@x]") is None:
            words = "".join(child.itertext()).strip()
            # A letter of a usual face is about 0.55 of its size wide.
            width = 0.55 * number_of(child.get("font-size"), 16.0) * len(words)
            left = x - {"middle": width / 2, "end": width}.get(child.get("text-anchor"), 0)
            if left < box[0] - 1 or left + width > box[0] + box[2] + 1 or y > box[1] + box[3]:
                yield 1, f'the text "{words[:40]}" is about {width:.0f} wide and reaches out of the picture'
        else:
            yield from outside(child, box)


def dot_problems(text):
    bare = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    if not re.match(r"\s*(?:strict\s+)?(?:di)?graph\b", bare):
        yield 1, "it must begin with digraph or graph"
    bare = re.sub(r'"(?:\\.|[^"\\])*"|<(?:[^<>]|<[^<>]*>)*>', '""', bare.replace("->", "  "))
    for opening, closing in PAIRS.items():
        if bare.count(opening) != bare.count(closing):
            yield 1, f"{opening} and {closing} do not pair"
    if bare.count('"') % 2:
        yield 1, "a quote is not closed"
    if shutil.which("dot"):
        drawn = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True)
        if drawn.returncode != 0:
            yield 1, drawn.stderr.decode(errors="replace").strip()[:300]


CHECKS = {"svg": svg_problems, "mmd": mermaid_problems, "mermaid": mermaid_problems, "md": markdown_problems}
CHECKS.update(dot=dot_problems, gv=dot_problems)


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    count = 0
    for path in sys.argv[1:]:
        check = CHECKS.get(path.rsplit(".", 1)[-1].lower())
        if check is None:
            print(f"{path}: not a kind of file that is checked here", file=sys.stderr)
            return 2
        try:
            with open(path, encoding="utf-8") as file:
                problems = list(check(file.read()))
        except (OSError, UnicodeDecodeError) as problem:
            print(f"{path}: {problem}", file=sys.stderr)
            return 2
        for line, message in problems:
            print(f"{path}:{line}: {message}")
        count += len(problems)
    print(f"{count} mistakes" if count else "nothing found")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
