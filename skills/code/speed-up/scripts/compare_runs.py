#!/usr/bin/env python3
"""Says whether one command is faster than another, and whether the difference is more than noise.

usage: compare_runs.py [--runs N] 'COMMAND A' 'COMMAND B'
The commands run by turns, so that a machine that gets slower slows both. Each runs once beforehand, uncounted.
Exit status: 0 measured, 1 a command failed, 2 wrong arguments.
"""
import argparse
import random
import statistics
import subprocess
import sys
import time


def seconds(command):
    start = time.perf_counter()
    done = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    took = time.perf_counter() - start
    if done.returncode != 0:
        raise RuntimeError(f"{command!r} ended with status {done.returncode}: {done.stderr.strip()[-300:]}")
    return took


def ratio_range(first, second):
    """The middle 95 % of the ratio of medians over resampled runs (bootstrap; the seed is fixed)."""
    pick = random.Random(1)
    ratios = sorted(
        statistics.median(pick.choices(second, k=len(second))) / statistics.median(pick.choices(first, k=len(first)))
        for _ in range(2000)
    )
    return ratios[50], ratios[-51]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", metavar="COMMAND A")
    parser.add_argument("second", metavar="COMMAND B")
    parser.add_argument("--runs", type=int, default=10)
    asked = parser.parse_args()
    if asked.runs < 5:
        parser.error("fewer than 5 runs say nothing")
    first, second = [], []
    try:
        for number in range(asked.runs + 1):
            a, b = seconds(asked.first), seconds(asked.second)
            if number > 0:
                first.append(a)
                second.append(b)
    except RuntimeError as problem:
        print(f"compare_runs: {problem}", file=sys.stderr)
        return 1
    for name, times in (("A", first), ("B", second)):
        print(f"{name}: median {statistics.median(times) * 1000:.1f} ms, {min(times) * 1000:.1f} to {max(times) * 1000:.1f}")
    low, high = ratio_range(first, second)
    word = "B is faster" if high < 1 else "B is slower" if low > 1 else "no difference beyond noise"
    middle = statistics.median(second) / statistics.median(first)
    print(f"B / A = {middle:.3f}, 95 % between {low:.3f} and {high:.3f}: {word}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
