#!/usr/bin/env python3
"""Says what is in a SQLite file, without changing it: tables, rows, columns, keys, indexes, and what is missing.

usage: sqlite_overview.py FILE
Exit status: 0 read, 1 not a database or unreadable, 2 wrong arguments.
"""
import pathlib
import sqlite3
import sys


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def leading_columns(base, table):
    names = set()
    for _, index, *_rest in base.execute(f"PRAGMA index_list({quoted(table)})"):
        first = base.execute(f"PRAGMA index_info({quoted(index)})").fetchone()
        if first:
            names.add(first[2])
    return names


def describe(base, table):
    columns = base.execute(f"PRAGMA table_info({quoted(table)})").fetchall()
    rows = base.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()[0]
    print(f"\n{table} ({rows} rows)")
    for _, name, kind, required, default, key in columns:
        facts = [kind or "any type"]
        facts += ["primary key"] if key else []
        facts += ["not null"] if required else []
        facts += [f"default {default}"] if default is not None else []
        print(f"  {name}: {', '.join(facts)}")
    indexed = leading_columns(base, table) | {column[1] for column in columns if column[5] == 1}
    for _, _, other, here, there, *_rest in base.execute(f"PRAGMA foreign_key_list({quoted(table)})"):
        note = "" if here in indexed else "  ! no index begins with it: joins and deletes scan the table"
        print(f"  {here} -> {other}.{there or 'its key'}{note}")


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    path = pathlib.Path(sys.argv[1]).resolve()
    try:
        base = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        tables = base.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()
        print(f"{len(tables)} tables, {path.stat().st_size} bytes, SQLite {sqlite3.sqlite_version}")
        for (table,) in tables:
            describe(base, table)
        broken = base.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            print(f"\n! {len(broken)} rows point to rows that are not there, the first in {broken[0][0]}")
    except (sqlite3.Error, OSError) as problem:
        print(f"sqlite_overview: {path}: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
