#!/usr/bin/env python3
"""Plans and judges A/B tests with two shares (conversion) or two means. Standard library only.

usage: ab.py plan --base 0.04 --lift 0.1 [--power 0.8] [--alpha 0.05] [--variants 2]     people needed per variant
       ab.py plan --deviation 35 --difference 2 …                                        the same for a mean
       ab.py judge --a 200/5000 --b 245/5050 [--expect 0.5]                              successes/people of each
       ab.py judge --a 31.2,35,4000 --b 32.9,36,4020                                     mean,standard deviation,people
--lift is relative: 0.1 is from 4 % to 4.4 %. --expect is the share of people that A was meant to get.
Exit status: 0 done, 1 the split of people is wrong (judge), 2 wrong arguments.
"""
import argparse
import math
import statistics
import sys

NORMAL = statistics.NormalDist()


def plan(asked):
    alpha = asked.alpha / (asked.variants - 1)
    z = NORMAL.inv_cdf(1 - alpha / 2) + NORMAL.inv_cdf(asked.power)
    if asked.base is not None and asked.lift is not None:
        p, q = asked.base, asked.base * (1 + asked.lift)
        if not (0 < p < 1 and 0 < q < 1):
            raise ValueError("shares must lie between 0 and 1")
        variance, difference = p * (1 - p) + q * (1 - q), q - p
    elif asked.deviation is not None and asked.difference is not None:
        variance, difference = 2 * asked.deviation**2, asked.difference
    else:
        raise ValueError("give --base and --lift, or --deviation and --difference")
    people = math.ceil(z * z * variance / difference**2)
    print(f"{people} people per variant, {people * asked.variants} in all, to see it with {asked.power:.0%} probability")
    if asked.variants > 2:
        print(f"alpha {alpha:.4f} for each comparison with A (Bonferroni)")


def group_of(text):
    if "/" in text:
        hits, people = (float(part) for part in text.split("/"))
        if not 0 <= hits <= people or people < 1:
            raise ValueError(f"{text}: more successes than people")
        share = hits / people
        return share, share * (1 - share), people, hits
    mean, deviation, people = (float(part) for part in text.split(","))
    return mean, deviation**2, people, None


def judge(asked):
    (a, a_variance, a_people, a_hits), (b, b_variance, b_people, b_hits) = group_of(asked.a), group_of(asked.b)
    total = a_people + b_people
    skew = (a_people - asked.expect * total) / math.sqrt(total * asked.expect * (1 - asked.expect))
    chance = 2 * (1 - NORMAL.cdf(abs(skew)))
    if chance < 0.001:
        print(f"STOP: {a_people:.0f} and {b_people:.0f} people are no split of {asked.expect:.0%} (p = {chance:.1g}). Find out why first.")
    error = math.sqrt(a_variance / a_people + b_variance / b_people)
    pooled = error
    if a_hits is not None and b_hits is not None:
        share = (a_hits + b_hits) / total
        pooled = math.sqrt(share * (1 - share) * (1 / a_people + 1 / b_people))
    difference, half = b - a, NORMAL.inv_cdf(1 - asked.alpha / 2) * error
    p = 2 * (1 - NORMAL.cdf(abs(difference / pooled))) if pooled else 1.0
    print(f"A {a:.5g} (n {a_people:.0f}), B {b:.5g} (n {b_people:.0f})")
    print(f"B - A = {difference:+.5g}, {1 - asked.alpha:.0%} between {difference - half:+.5g} and {difference + half:+.5g}; p = {p:.4f}")
    if a:
        print(f"relative {difference / a:+.1%}, between {(difference - half) / a:+.1%} and {(difference + half) / a:+.1%}")
    if a_hits is not None and min(a_hits, b_hits, a_people - a_hits, b_people - b_hits) < 10:
        print("Fewer than 10 of a kind: these numbers are rough; use an exact test.")
    return 1 if chance < 0.001 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    planning = commands.add_parser("plan")
    for name in ("base", "lift", "deviation", "difference"):
        planning.add_argument(f"--{name}", type=float)
    planning.add_argument("--power", type=float, default=0.8)
    planning.add_argument("--variants", type=int, default=2)
    judging = commands.add_parser("judge")
    judging.add_argument("--a", required=True)
    judging.add_argument("--b", required=True)
    judging.add_argument("--expect", type=float, default=0.5)
    for command in (planning, judging):
        command.add_argument("--alpha", type=float, default=0.05)
    asked = parser.parse_args()
    try:
        return (plan if asked.command == "plan" else judge)(asked) or 0
    except (ValueError, ZeroDivisionError) as problem:
        print(f"ab: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
