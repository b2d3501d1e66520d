import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDiff, replaceExact } from "../src/index.ts";
import { randomRuns } from "./random-runs.ts";

function diffOf(text: string, old: string, replacement: string): string {
  const result = replaceExact({ text, old, new: replacement, all: true });
  if (!result.ok) throw new Error(result.reason);
  return formatDiff({ path: "a.txt", text, edits: result.edits });
}

describe("formatDiff", () => {
  test("one change is shown with three lines around it", () => {
    const text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

    expect(diffOf(text, "5", "five")).toBe(
      ["--- a.txt", "+++ a.txt", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"].join(
        "\n",
      ),
    );
  });

  test("changes far apart are separate hunks with shifted numbers", () => {
    const text = `x\n${"-\n".repeat(20)}x\n`;

    expect(diffOf(text, "x", "y\nz").match(/@@.*@@/g)).toEqual(["@@ -1,4 +1,5 @@", "@@ -19,4 +20,5 @@"]);
  });

  test("a last line without an end is marked", () => {
    expect(diffOf("a", "a", "a\n")).toBe(
      "--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a",
    );
  });

  test("a long diff ends in a note", () => {
    const text = "a\n".repeat(500);

    expect(diffOf(text, "a", "b").split("\n").at(-1)).toBe("… 803 more lines");
  });

  test("any diff turns the text before into the text after", () => {
    const words = fc
      .array(fc.constantFrom("a", "b", "\n", "ab\n", "c"), { maxLength: 40 })
      .map((all) => all.join(""));
    const short = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 4 }).map((all) => all.join(""));
    fc.assert(
      fc.property(words, short, short, (text, old, replacement) => {
        const result = replaceExact({ text, old, new: replacement, all: true });
        if (!result.ok) return;
        const diff = formatDiff({ path: "a.txt", text, edits: result.edits, maxLines: Infinity });

        expect(applyDiff(text, diff)).toBe(result.text);
      }),
      randomRuns(50_000),
    );
  });
});

/** A strict reader of unified diffs: every line that is said to be there must be there. */
function applyDiff(text: string, diff: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const output: string[] = [];
  let at = 0;
  const diffLines = diff.split("\n").slice(2);
  for (const [index, line] of diffLines.entries()) {
    const head = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(line);
    if (head !== null) {
      const start = Number(head[1]) - (head[2] === "0" ? 0 : 1);
      output.push(...lines.slice(at, start));
      at = start;
    } else if (!line.startsWith("\\")) {
      const whole = line.slice(1) + (diffLines[index + 1]?.startsWith("\\") ? "" : "\n");
      if (!line.startsWith("+")) expect(lines[at++]).toBe(whole);
      if (!line.startsWith("-")) output.push(whole);
    }
  }
  const result = [...output, ...lines.slice(at)];
  for (const line of result.slice(0, -1)) expect(line.endsWith("\n")).toBe(true);
  return result.join("");
}
