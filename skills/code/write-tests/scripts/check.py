"""Proves that slowest_tests.py finds failures and puts the slowest first."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slowest_tests.py")
REPORT = """<testsuites><testsuite>
<testcase classname="cart" name="adds" time="0.5"/>
<testcase classname="cart" name="pays" time="1.5"><failure message="expected 2"/></testcase>
<testcase name="later" time="0"><skipped/></testcase>
</testsuite></testsuites>"""

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "junit.xml")

    def run(text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([sys.executable, "-B", SCRIPT, path, "--top", "1"], capture_output=True, text=True)

    result = run(REPORT)
    assert result.returncode == 1, result
    assert result.stdout.splitlines() == [
        "3 tests, 1 failed, 1 skipped, 2.00 s",
        "FAILED cart > pays: expected 2",
        "   1.500 s   75 %  cart > pays",
    ], result.stdout
    assert run(REPORT.replace('<failure message="expected 2"/>', "")).returncode == 0
    assert run("<testsuites/>").returncode == 2 and run("no").returncode == 2
print("ok")
