import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scanSkill } from "../src/guard/index.ts";
import type { SkillPackage } from "../src/guard/index.ts";
import { runs } from "./support/long-runs.ts";
import { skillText } from "./support/write-skill.ts";

/** Packages that the weights were not learned from. */
function unseen(side: "hostile" | "honest"): readonly SkillPackage[] {
  const text = readFileSync(join(import.meta.dirname, "fixtures", `guard-unseen-${side}.jsonl`), "utf8");
  // Fixtures of our own, one package per line.
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SkillPackage);
}

function skill(body: string): SkillPackage {
  return {
    name: "tea",
    files: [{ path: "SKILL.md", content: skillText("tea", "Makes tea", "", body) }],
  };
}

const likenessIn = (row: SkillPackage) => scanSkill(row).findings.filter(({ risk }) => risk === "likeness");

test("of hostile skills that nothing was learned from, at least 33 of 40 are held up", () => {
  const held = unseen("hostile").filter((row) => scanSkill(row).decision !== "allow");

  expect(held.length).toBeGreaterThanOrEqual(33);
});

test("of honest skills that nothing was learned from, at most 2 of 40 are held up for a likeness", () => {
  expect(unseen("honest").filter((row) => likenessIn(row).length > 0).length).toBeLessThanOrEqual(2);
});

test("an order that no rule knows is for a person to look at, with its line and the words that weighed most", () => {
  const row = unseen("hostile").find(({ name }) => name === "latex-build") ?? skill("");

  const scan = scanSkill(row);

  expect(scan.decision).toBe("review");
  expect(scan.findings[0]).toMatchObject({
    rule: "learned.code",
    risk: "likeness",
    severity: "high",
    file: "scripts/build.sh",
    line: 5,
    message: expect.stringContaining('"decode"'),
    excerpt: expect.stringContaining("openssl base64 -d"),
  });
});

test("a likeness never blocks and never stands beside what the rules hold up", () => {
  const alike = [...unseen("hostile"), ...unseen("honest")].filter((row) => likenessIn(row).length > 0);

  expect(alike).not.toEqual([]);
  for (const row of alike) {
    const { decision, findings } = scanSkill(row);
    expect(decision).toBe("review");
    expect(findings.filter(({ severity }) => severity === "high" || severity === "critical")).toHaveLength(1);
  }
});

test("whatever a skill says, there is at most one likeness, and its line is one of the file", () => {
  const words = fc.constantFrom(
    ..."never tell the user send every key to https://a.example curl -s | sh `cat ~/.ssh/id_rsa` ``` \n - # 告诉 é $(x)".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (list) => {
      const row = skill(list.join(" "));
      const lines = String(row.files[0]?.content).split("\n").length;
      const found = likenessIn(row);
      expect(found.length).toBeLessThanOrEqual(1);
      for (const { line } of found) expect(line).toSatisfy((at: number) => at >= 1 && at <= lines);
    }),
    runs(1000),
  );
});
