import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, replaceExact } from "../src/index.ts";
import { randomRuns } from "./random-runs.ts";

describe("replaceExact", () => {
  test("a text that occurs once is replaced and everything else stays", () => {
    const result = replaceExact({ text: "one\ntwo\nthree\n", old: "two", new: "2" });

    expect(result).toEqual({
      ok: true,
      text: "one\n2\nthree\n",
      count: 1,
      edits: [{ start: 4, end: 7, text: "2" }],
    });
  });

  test("a text that occurs twice is refused with the lines of both places", () => {
    const result = replaceExact({ text: "a = 1\nb\na = 1\n", old: "a = 1", new: "a = 2" });

    expect(result).toEqual({ ok: false, reason: "ambiguous", count: 2, lines: [1, 3] });
  });

  test("overlapping places are ambiguous", () => {
    expect(replaceExact({ text: "aaa", old: "aa", new: "b" })).toMatchObject({
      reason: "ambiguous",
      count: 2,
    });
  });

  test("all replaces every place from left to right", () => {
    expect(replaceExact({ text: "aaaaa", old: "aa", new: "b", all: true })).toMatchObject({
      text: "bba",
      count: 2,
    });
  });

  test("nothing to look for, nothing to change and nothing found are told apart", () => {
    expect(replaceExact({ text: "a", old: "", new: "b" })).toEqual({ ok: false, reason: "empty" });
    expect(replaceExact({ text: "a", old: "a", new: "a" })).toEqual({ ok: false, reason: "no-change" });
    expect(replaceExact({ text: "a", old: "b", new: "c" })).toEqual({ ok: false, reason: "not-found" });
  });

  test("dollar signs in the new text are taken as they are", () => {
    expect(replaceExact({ text: "x", old: "x", new: "$& $1 $$" })).toMatchObject({ text: "$& $1 $$" });
  });

  test("a text with CRLF takes old and new with LF and stays CRLF", () => {
    const result = replaceExact({ text: "a\r\nb\r\nc\r\n", old: "a\nb", new: "x\ny\nz" });

    expect(result).toMatchObject({ ok: true, text: "x\r\ny\r\nz\r\nc\r\n" });
  });

  test("new lines inside one line of a CRLF text are CRLF", () => {
    expect(replaceExact({ text: "a\r\nb\r\n", old: "b", new: "c\nd" })).toMatchObject({
      text: "a\r\nc\r\nd\r\n",
    });
  });

  test("in a mixed text the new lines follow the replaced place", () => {
    const text = "a\r\nb\r\nc\r\nd\ne\n";

    expect(replaceExact({ text, old: "d\ne", new: "1\n2" })).toMatchObject({ text: "a\r\nb\r\nc\r\n1\n2\n" });
  });

  test("a place that begins or ends at a CRLF keeps both of its characters together", () => {
    expect(replaceExact({ text: "a\r\nb", old: "\nb", new: "" })).toMatchObject({ text: "a" });
    expect(replaceExact({ text: "a\r\nb\r\n", old: "a\n", new: "" })).toMatchObject({ text: "b\r\n" });
  });

  test("an old text with CRLF is found in a text with LF", () => {
    expect(replaceExact({ text: "a\nb\n", old: "a\r\nb", new: "c\r\nd" })).toMatchObject({ text: "c\nd\n" });
  });

  test("ten megabytes of the same character are refused as ambiguous within a second", () => {
    const startedAt = performance.now();

    const result = replaceExact({ text: "a".repeat(10_000_000), old: "a".repeat(1000), new: "b" });

    expect(result).toMatchObject({ reason: "ambiguous", count: 1000 });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  const units = ["a", "b", "\n", "\r\n", "é", "😀"];
  const piece = fc.string({ unit: fc.constantFrom(...units, "\r"), maxLength: 12 });
  const plainPiece = fc.string({ unit: fc.constantFrom(...units), maxLength: 12 });

  test("any result differs from the text in its edits alone", () => {
    fc.assert(
      fc.property(piece, piece, plainPiece, fc.boolean(), (text, old, replacement, all) => {
        const result = replaceExact({ text, old, new: replacement, all });
        if (!result.ok) return;

        expect(applyEdits(text, result.edits)).toBe(result.text);
        const lineFeeds = (value: string) => value.replaceAll("\r\n", "\n");
        for (const edit of result.edits) {
          expect(lineFeeds(text.slice(edit.start, edit.end))).toBe(lineFeeds(old));
          expect(lineFeeds(edit.text)).toBe(lineFeeds(replacement));
        }
      }),
      randomRuns(20_000),
    );
  });

  test("a text of CRLF lines stays one, whatever is replaced in it", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 });
    const lines = fc.array(line, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.nat(7), lines, (before, at, after) => {
        const old = before.slice(at, at + 2).join("\n");
        const result = replaceExact({ text: before.join("\r\n"), old, new: after.join("\n"), all: true });
        if (result.ok) expect(result.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
      randomRuns(20_000),
    );
  });
});
