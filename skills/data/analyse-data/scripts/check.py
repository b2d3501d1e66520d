"""Proves that csv_profile.py finds what is in a small file, and what is wrong with it."""
import json
import os
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "csv_profile.py")
TABLE = """id;zip;amount;when;town
1;01234;10.5;03/04/2026;Rome
2;04321;11.5;05/06/2026;rome
3;09999;;07/08/2026;Oslo
4;00001;9000;01/02/2026;Oslo
4;00001;9000;01/02/2026;Oslo
5;11111;12
"""


def run(text, *arguments):
    command = [sys.executable, "-B", SCRIPT, "-", *arguments]
    return subprocess.run(command, input=text.encode("cp1252"), capture_output=True)


report = json.loads(run(TABLE, "--json").stdout)
columns = {column["name"]: column for column in report["columns"]}
assert report["rows"] == 6 and report["delimiter"] == ";", report
assert columns["amount"]["missing"] == 1 and columns["amount"]["max"] == 9000, columns["amount"]
assert "leading zeros" in columns["zip"]["notes"][0], columns["zip"]
assert "can't be told apart" in columns["when"]["notes"][0], columns["when"]
assert columns["town"]["notes"] == ["written in several ways: Rome = rome"], columns["town"]
assert len(report["notes"]) == 2 and "row 7" in report["notes"][0], report["notes"]
assert b"- amount: number; 1 missing" in run(TABLE).stdout
assert json.loads(run("name,n\nM\u00fcller,1\n", "--json").stdout)["encoding"] == "cp1252"
assert run("").returncode == 1
print("ok")
