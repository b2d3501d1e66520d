#!/usr/bin/env python3
"""Lists the sheets of a workbook (.xlsx), or writes one as CSV. Needs nothing but Python.

usage: xlsx_to_csv.py FILE              lists sheets with their size
       xlsx_to_csv.py FILE SHEET        writes that sheet (its name, or its number from 1) to standard output
Dates come as 2026-01-31, formulas as the value that was saved with them.
Exit status: 0 done, 1 unreadable, 2 wrong arguments.
"""
import csv
import datetime
import posixpath
import re
import sys
import xml.etree.ElementTree as tree
import zipfile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
DATE_FORMATS = set(range(14, 23)) | {45, 46, 47}


class Workbook:
    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        book = self.read("xl/workbook.xml")
        targets = {
            link.get("Id"): posixpath.normpath(posixpath.join("xl", link.get("Target"))).lstrip("/")
            if not link.get("Target").startswith("/")
            else link.get("Target")[1:]
            for link in self.read("xl/_rels/workbook.xml.rels")
        }
        self.sheets = [(s.get("name"), targets[s.get(RELATION)]) for s in book.find(f"{MAIN}sheets")]
        properties = book.find(f"{MAIN}workbookPr")
        since_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        self.day_zero = datetime.datetime(1904, 1, 1) if since_1904 else datetime.datetime(1899, 12, 30)
        self.shared = [text_of(item) for item in self.optional("xl/sharedStrings.xml")]
        self.dates = self.date_styles()

    def read(self, name):
        return tree.fromstring(self.archive.read(name))

    def optional(self, name):
        return self.read(name) if name in self.archive.namelist() else []

    def date_styles(self):
        styles = self.optional("xl/styles.xml")
        if len(styles) == 0:
            return set()
        own = {
            int(form.get("numFmtId"))
            for form in styles.iter(f"{MAIN}numFmt")
            if re.search(r"[ymdhs]", re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", form.get("formatCode").lower()))
        }
        cells = styles.find(f"{MAIN}cellXfs")
        forms = [] if cells is None else [int(style.get("numFmtId", 0)) for style in cells]
        return {at for at, form in enumerate(forms) if form in DATE_FORMATS | own}

    def rows(self, path):
        for row in self.read(path).iter(f"{MAIN}row"):
            values = []
            for cell in row:
                at = column_of(cell.get("r")) if cell.get("r") else len(values)
                values += [""] * (at - len(values)) + [self.value_of(cell)]
            yield values

    def value_of(self, cell):
        kind, value = cell.get("t"), cell.find(f"{MAIN}v")
        if kind == "inlineStr":
            return text_of(cell)
        if value is None or value.text is None:
            return ""
        if kind == "s":
            return self.shared[int(value.text)]
        if kind == "b":
            return "TRUE" if value.text == "1" else "FALSE"
        if kind is None and int(cell.get("s", 0)) in self.dates:
            moment = self.day_zero + datetime.timedelta(days=float(value.text))
            return moment.date().isoformat() if moment.time() == datetime.time() else moment.isoformat(" ", "seconds")
        return value.text


def text_of(element):
    return "".join(part.text or "" for part in element.iter(f"{MAIN}t"))


def column_of(reference):
    number = 0
    for letter in re.match(r"[A-Z]+", reference).group():
        number = number * 26 + ord(letter) - 64
    return number - 1


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    try:
        book = Workbook(sys.argv[1])
        if len(sys.argv) == 2:
            for number, (name, path) in enumerate(book.sheets, 1):
                rows = list(book.rows(path))
                print(f"{number}\t{name}\t{len(rows)} rows\t{max(map(len, rows), default=0)} columns")
            return 0
        wanted = sys.argv[2]
        for number, (name, path) in enumerate(book.sheets, 1):
            if wanted in (name, str(number)):
                csv.writer(sys.stdout, lineterminator="\n").writerows(book.rows(path))
                return 0
        print(f"xlsx_to_csv: no sheet {wanted!r}; there are: {', '.join(n for n, _ in book.sheets)}", file=sys.stderr)
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, tree.ParseError) as problem:
        print(f"xlsx_to_csv: {sys.argv[1]}: {problem}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
