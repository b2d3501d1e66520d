import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits, diffLines } from "../src/index.ts";
import { randomRuns } from "./random-runs.ts";

test("a line that was added is one edit without anything removed", () => {
  expect(diffLines("a\nc\n", "a\nb\nc\n")).toEqual([{ start: 2, end: 2, text: "b\n" }]);
});

test("texts that are the same have no edits", () => {
  expect(diffLines("a\nb", "a\nb")).toEqual([]);
});

test("any edits turn the one text into the other", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "\n", "\r\n", "c\n"), { maxLength: 20 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyEdits(before, diffLines(before, after))).toBe(after);
    }),
    randomRuns(20_000),
  );
});

test("a comparison that takes too long ends in one edit of all that is different", () => {
  const lines = (word: string): string =>
    Array.from({ length: 20_000 }, (_, line) => `${word}${line}\n`).join("");
  const [before, after] = [`first\n${lines("a")}last\n`, `first\n${lines("b")}last\n`];

  expect(diffLines(before, after, { maxMilliseconds: 1 })).toEqual([
    { start: 6, end: before.length - 5, text: lines("b") },
  ]);
});
