#!/usr/bin/env python3
"""Draws which parts of a code base import which, as Mermaid, and names the cycles. Python, JavaScript, TypeScript.

usage: import_graph.py FOLDER [--depth N] [--files] [--python-root DIR]
--depth N  folders are told apart down to level N (default 2); --files: every file is a part of its own.
Only imports that lead to files below FOLDER count. Found by patterns, not by a compiler: aliases of a bundler or of
tsconfig are not followed. Exit status: 0 no cycle, 1 cycles, 2 nothing found.
"""
import argparse
import os
import re
import sys

SKIPPED = {"node_modules", "dist", "build", "target", "vendor", "venv", "__pycache__", "coverage"}
SCRIPTS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
SCRIPT_IMPORT = re.compile(
    r"""(?:^|[\s;}])(?:import|export)\b[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]|\b(?:import|require)\s*\(\s*['"](\.[^'"]+)['"]|^\s*import\s*['"](\.[^'"]+)['"]""",
    re.M,
)
PYTHON_IMPORT = re.compile(r"^\s*(?:from\s+(\.*[\w.]*)\s+import\s+\(?([\w ,]*)|import\s+([\w., ]+))", re.M)


def code_files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(n for n in folders if n not in SKIPPED and not n.startswith("."))
        for name in sorted(names):
            if name.endswith(SCRIPTS + (".py",)):
                yield os.path.relpath(os.path.join(folder, name), root)


def script_targets(path, text, files):
    for found in SCRIPT_IMPORT.findall(text):
        wanted = os.path.normpath(os.path.join(os.path.dirname(path), next(filter(None, found))))
        stem, ending = os.path.splitext(wanted)
        base = [wanted] + ([stem] if ending in SCRIPTS else [])
        tries = [wanted] + [b + e for b in base for e in SCRIPTS] + [os.path.join(wanted, "index" + e) for e in SCRIPTS]
        yield next((each for each in tries if each in files), None)


def python_targets(path, text, files, tops):
    for source, names, plain in PYTHON_IMPORT.findall(text):
        if plain:
            modules = [name.split(" as ")[0].strip() for name in plain.split(",")]
        else:
            first = [name.split(" as ")[0].strip() for name in names.split(",") if name.strip()]
            joint = "" if source.endswith(".") else "."
            modules = [source + joint + name for name in first] or [source]
        for module in modules:
            yield find_module(module, path, files, tops)


def find_module(module, path, files, tops):
    dots = len(module) - len(module.lstrip("."))
    parts = [part for part in module.split(".") if part]
    starts = tops
    if dots:
        starts = [os.path.normpath(os.path.join(os.path.dirname(path), *[".."] * (dots - 1)))]
    # `from a import b` names a module or something in one: the longest path that is a file is meant.
    for length in range(len(parts), -1, -1):
        for start in starts:
            stem = os.path.normpath(os.path.join(start, *parts[:length]))
            for each in (stem + ".py", os.path.normpath(os.path.join(stem, "__init__.py"))):
                if length + dots > 0 and each in files:
                    return each
    return None


def part_of(path, asked):
    if asked.files:
        return path
    folders = os.path.dirname(path).split(os.sep)[: asked.depth]
    return "/".join(folder for folder in folders if folder) or "."


def cycles_of(graph):
    """Groups of parts that reach each other (Tarjan), without recursion."""
    index, low, stack, on_stack, groups = {}, {}, [], set(), []
    for start in sorted(graph):
        if start in index:
            continue
        work = [(start, iter(sorted(graph[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = stack[stack.index(node):]
                    del stack[stack.index(node):]
                    on_stack.difference_update(group)
                    if len(group) > 1:
                        groups.append(sorted(group))
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(sorted(graph.get(following, ())))))
            elif following in on_stack:
                low[node] = min(low[node], index[following])
    return groups


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--python-root", action="append", default=[])
    asked = parser.parse_args()
    files = set(code_files(asked.folder))
    if not files:
        print(f"import_graph: no Python, JavaScript or TypeScript below {asked.folder}", file=sys.stderr)
        return 2
    tops = ["."] + [root for root in ["src", "lib"] if os.path.isdir(os.path.join(asked.folder, root))]
    tops += asked.python_root
    counts, graph = {}, {}
    for path in sorted(files):
        with open(os.path.join(asked.folder, path), encoding="utf-8", errors="replace") as file:
            text = file.read()
        here = part_of(path, asked)
        graph.setdefault(here, set())
        targets = python_targets(path, text, files, tops) if path.endswith(".py") else script_targets(path, text, files)
        for target in set(targets) - {None}:
            there = part_of(target, asked)
            if there != here:
                graph[here].add(there)
                graph.setdefault(there, set())
                counts[here, there] = counts.get((here, there), 0) + 1
    names = {part: f"n{number}" for number, part in enumerate(sorted(graph))}
    print("flowchart LR")
    for part, name in names.items():
        print(f'  {name}["{part}"]')
    for (here, there), times in sorted(counts.items()):
        print(f"  {names[here]} -->|{times}| {names[there]}")
    cycles = cycles_of(graph)
    for group in cycles:
        print(f"%% cycle: {', '.join(group)}")
    return 1 if cycles else 0


if __name__ == "__main__":
    sys.exit(main())
