"""Proves that compare_runs.py tells a clear difference, and reports a command that fails."""
import os
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "compare_runs.py")


def run(*arguments):
    return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True, text=True)


result = run("--runs", "5", "sleep 0.1", ":")
assert result.returncode == 0 and "B is faster" in result.stdout, result
failed = run("--runs", "5", ":", "echo broken >&2; exit 3")
assert failed.returncode == 1 and "status 3: broken" in failed.stderr, failed
assert run("--runs", "2", ":", ":").returncode == 2
print("ok")
