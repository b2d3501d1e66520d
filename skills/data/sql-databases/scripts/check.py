"""Proves that sqlite_overview.py shows tables, missing indexes and broken references, and changes nothing."""
import os
import sqlite3
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sqlite_overview.py")


def run(path):
    return subprocess.run([sys.executable, "-B", SCRIPT, path], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "shop.db")
    base = sqlite3.connect(path)
    base.executescript(
        """CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
           CREATE TABLE "order"(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer(id));
           INSERT INTO customer VALUES (1, 'Ada');
           INSERT INTO "order" VALUES (1, 1), (2, 9);"""
    )
    base.close()
    before = open(path, "rb").read()
    shown = run(path).stdout
    assert "2 tables" in shown and "order (2 rows)" in shown, shown
    assert "customer -> customer.id  ! no index" in shown, shown
    assert "1 rows point to rows that are not there" in shown, shown
    assert open(path, "rb").read() == before
    assert run(os.path.join(folder, "none.db")).returncode == 1
    assert run(SCRIPT).returncode == 1
print("ok")
