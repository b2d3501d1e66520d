#!/usr/bin/env python3
"""Says what is in a CSV file: rows, columns, types, gaps, ranges, frequent values, and what looks wrong.

usage: csv_profile.py FILE [--delimiter X] [--encoding NAME] [--json]
FILE may be - for standard input. Exit status: 0 read, 1 unreadable, 2 wrong arguments.
"""
import argparse
import collections
import csv
import datetime
import io
import json
import math
import statistics
import sys

EMPTY = {"", "na", "n/a", "nan", "null", "none", "-"}
DATES = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y")


def decode(data, wanted):
    for name in [wanted] if wanted else ["utf-8-sig", "cp1252"]:
        try:
            return data.decode(name), name
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def find_delimiter(text):
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    best, score = ",", 0
    for mark in ",;\t|":
        widths = [len(row) for row in csv.reader(lines, delimiter=mark)]
        common, times = collections.Counter(widths).most_common(1)[0] if widths else (1, 0)
        if common > 1 and times * common > score:
            best, score = mark, times * common
    return best


def as_number(value):
    try:
        number = float(value.replace("_", "x"))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def date_formats(values):
    """Formats that fit every value; two of them mean that day and month can't be told apart."""
    return [form for form in DATES if all(fits(value, form) for value in values)]


def fits(value, form):
    try:
        datetime.datetime.strptime(value, form)
    except ValueError:
        return False
    return True


def profile_column(name, values):
    present = [value.strip() for value in values if value.strip().lower() not in EMPTY]
    counts = collections.Counter(present)
    column = {
        "name": name,
        "missing": len(values) - len(present),
        "distinct": len(counts),
        "notes": [],
    }
    numbers = [as_number(value) for value in present]
    found = [number for number in numbers if number is not None]
    if present and len(found) == len(present):
        column["type"] = "number"
        column.update(ranges(found))
        if any(value.startswith("0") and value.isdigit() and len(value) > 1 for value in present):
            column["notes"].append("leading zeros: keep it as text")
    elif present and date_formats(present):
        forms = date_formats(present)
        column.update(type="date", format=forms[0])
        ordered = sorted(present, key=lambda value: datetime.datetime.strptime(value, forms[0]))
        column.update(min=ordered[0], max=ordered[-1])
        if len(forms) > 1:
            column["notes"].append("day and month can't be told apart: " + " or ".join(forms))
    else:
        column["type"] = "text" if present else "empty"
        if found and len(found) >= 0.5 * len(present):
            odd = [value for value, number in zip(present, numbers) if number is None]
            shown = ", ".join(dict.fromkeys(odd[:3]))
            column["notes"].append(f"{len(odd)} of {len(present)} values are no numbers, such as {shown}")
        folded = collections.defaultdict(list)
        for value in counts:
            folded[" ".join(value.casefold().split())].append(value)
        same = [" = ".join(ways) for ways in folded.values() if len(ways) > 1]
        if same:
            column["notes"].append(f"written in several ways: {', '.join(same[:3])}")
    if any(value != value.strip() for value in values):
        column["notes"].append("blanks around values")
    column["top"] = counts.most_common(3)
    return column


def ranges(numbers):
    ordered = sorted(numbers)
    quarters = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    reach = 3 * (quarters[2] - quarters[0])
    far = [n for n in ordered if n < quarters[0] - reach or n > quarters[2] + reach] if reach else []
    return {
        "min": ordered[0],
        "median": quarters[1],
        "mean": statistics.fmean(ordered),
        "max": ordered[-1],
        "outliers": len(far),
    }


def profile(text, delimiter):
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    if not rows:
        raise ValueError("the file has no rows")
    header, body = rows[0], rows[1:]
    ragged = [number for number, row in enumerate(body, 2) if len(row) != len(header)]
    columns = [
        profile_column(name, [row[at] if at < len(row) else "" for row in body])
        for at, name in enumerate(header)
    ]
    repeated = len(body) - len({tuple(row) for row in body})
    notes = []
    if ragged:
        notes.append(f"{len(ragged)} rows have another number of fields, the first is row {ragged[0]}")
    if repeated:
        notes.append(f"{repeated} rows are copies of others")
    if len(set(header)) < len(header):
        notes.append("two columns have one name")
    keys = [c["name"] for c in columns if body and c["distinct"] == len(body)]
    return {"rows": len(body), "columns": columns, "unique": keys, "notes": notes}


def short(value):
    return f"{value:g}" if isinstance(value, float) else str(value)


def show(report):
    print(f"{report['rows']} rows, {len(report['columns'])} columns; {report['encoding']}, delimiter {report['delimiter']!r}")
    print("unique in every row: " + (", ".join(report["unique"]) or "no single column"))
    for column in report["columns"]:
        facts = [column["type"], f"{column['missing']} missing", f"{column['distinct']} distinct"]
        facts += [f"{key} {short(column[key])}" for key in ("min", "median", "mean", "max") if key in column]
        if column.get("outliers"):
            facts.append(f"{column['outliers']} far out")
        if column["type"] == "text":
            facts.append("top " + ", ".join(f"{value[:30]} ({times})" for value, times in column["top"]))
        print(f"- {column['name']}: " + "; ".join(facts))
        for note in column["notes"]:
            print(f"    ! {note}")
    for note in report["notes"]:
        print(f"! {note}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--delimiter")
    parser.add_argument("--encoding")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    try:
        data = sys.stdin.buffer.read() if asked.file == "-" else open(asked.file, "rb").read()
        text, encoding = decode(data, asked.encoding)
        delimiter = asked.delimiter or find_delimiter(text)
        report = {**profile(text, delimiter), "encoding": encoding, "delimiter": delimiter}
    except (OSError, ValueError, csv.Error) as problem:
        print(f"csv_profile: {asked.file}: {problem}", file=sys.stderr)
        return 1
    print(json.dumps(report, ensure_ascii=False, indent=1)) if asked.json else show(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
