"""Proves that ab.py agrees with known results."""
import os
import re
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ab.py")


def run(*arguments):
    return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True, text=True)


# Unpooled normal formula by hand: (1.95996 + 0.84162)^2 * (0.04*0.96 + 0.044*0.956) / 0.004^2 = 39473.
people = int(re.match(r"\d+", run("plan", "--base", "0.04", "--lift", "0.1").stdout).group())
assert abs(people - 39473) <= 1, people
# Two means: 2 * 7.8489 * (35 / 2)^2 = 4807.4.
assert run("plan", "--deviation", "35", "--difference", "2").stdout.startswith("4808 "), run("plan", "--deviation", "35", "--difference", "2")
judged = run("judge", "--a", "200/5000", "--b", "250/5000")
# Pooled z = 0.01 / sqrt(0.045 * 0.955 * 2 / 5000) = 2.4119, two-sided p = 0.0159.
assert judged.returncode == 0 and "p = 0.0159" in judged.stdout, judged.stdout
skewed = run("judge", "--a", "200/5000", "--b", "250/5600")
assert skewed.returncode == 1 and skewed.stdout.startswith("STOP"), skewed.stdout
assert "rough" in run("judge", "--a", "2/50", "--b", "3/50").stdout
assert run("plan", "--base", "0.04").returncode == 2 and run("judge", "--a", "9/5", "--b", "1/5").returncode == 2
print("ok")
