#!/usr/bin/env python3
"""Shows the slowest and the failed tests of JUnit reports, which nearly every test runner can write.

usage: slowest_tests.py REPORT.xml... [--top N]
Exit status: 0 nothing failed, 1 something failed, 2 no tests or unreadable.
"""
import argparse
import sys
import xml.etree.ElementTree as tree


def tests_of(path):
    for case in tree.parse(path).getroot().iter("testcase"):
        problem = next((part for part in case if part.tag in ("failure", "error")), None)
        yield {
            "name": " > ".join(part for part in (case.get("classname"), case.get("name")) if part),
            "seconds": float((case.get("time") or "0").replace(",", "")),
            "skipped": case.find("skipped") is not None,
            "problem": None if problem is None else (problem.get("message") or problem.text or problem.tag),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+")
    parser.add_argument("--top", type=int, default=10)
    asked = parser.parse_args()
    try:
        tests = [test for path in asked.reports for test in tests_of(path)]
    except (OSError, ValueError, tree.ParseError) as problem:
        print(f"slowest_tests: {problem}", file=sys.stderr)
        return 2
    if not tests:
        print("slowest_tests: the reports hold no tests", file=sys.stderr)
        return 2
    failed = [test for test in tests if test["problem"] is not None]
    skipped = sum(test["skipped"] for test in tests)
    total = sum(test["seconds"] for test in tests)
    print(f"{len(tests)} tests, {len(failed)} failed, {skipped} skipped, {total:.2f} s")
    for test in failed:
        print(f"FAILED {test['name']}: {' '.join(test['problem'].split())[:200]}")
    for test in sorted(tests, key=lambda test: -test["seconds"])[: asked.top]:
        share = 100 * test["seconds"] / total if total else 0
        print(f"{test['seconds']:8.3f} s {share:4.0f} %  {test['name']}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
