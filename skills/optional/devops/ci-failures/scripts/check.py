"""Proves that first_errors.py finds the cause before its consequences, and is not taken in by harmless words."""
import os
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "first_errors.py")


def run(lines, *arguments):
    text = "\n".join(lines)
    return subprocess.run([sys.executable, "-B", SCRIPT, "-", *arguments], input=text, capture_output=True, text=True)


quiet = ["2026-01-01T10:00:00.1Z tests passed, 0 errors", "warning: failed to load cache", "checking errors.py", "fail-fast: true"]
assert run(quiet).returncode == 1, run(quiet).stdout
cause = "build\tcompile\t2026-01-01T10:00:01.2Z \x1b[31mTypeError: x is not a function\x1b[0m"
late = "##[error]Process completed with exit code 1."
result = run(quiet + [cause] + ["..."] * 20 + [late], "--count", "1", "--around", "2")
assert result.returncode == 0 and "2 look like errors, in 2 places" in result.stdout, result.stdout
assert "> TypeError: x is not a function" in result.stdout and "--- line 5" in result.stdout, result.stdout
assert "Process completed" not in result.stdout
assert run([late]).returncode == 0 and run(["E   assert 1 == 2"]).returncode == 0
print("ok")
