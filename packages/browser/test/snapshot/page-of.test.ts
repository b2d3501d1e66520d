import { pageOf } from "@hermes/browser";
import fc from "fast-check";
import { expect, test } from "vitest";

test("every line is whole on exactly one page, in order, and no page is longer than it may be", () => {
  const line = fc.string({ minLength: 1, maxLength: 300 }).map((text) => text.replace(/\n/g, " "));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), fc.integer({ min: 500, max: 2000 }), (lines, maxChars) => {
      const { pages } = pageOf(lines, { page: 1, maxChars });
      const all = Array.from({ length: pages }, (_, index) => pageOf(lines, { page: index + 1, maxChars }));

      const shown = all.flatMap(({ text }, index) => {
        expect(text.length).toBeLessThanOrEqual(maxChars);
        const parts = text.split("\n");
        return index === pages - 1 ? parts : parts.slice(0, -1);
      });
      expect(shown.join("\n")).toBe(lines.join("\n"));
    }),
  );
});

test("a page says how to get the next, the last doesn't, and one beyond the last is the last", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `- text: ${String(index)} ${"x".repeat(900)}`);

  expect(pageOf(lines, { page: 1 }).text.split("\n").at(-1)).toBe("[page 1 of 4; continue with page: 2]");
  expect(pageOf(lines, { page: 4 }).text).not.toContain("continue");
  expect(pageOf(lines, { page: 9 })).toEqual(pageOf(lines, { page: 4 }));
  expect(pageOf([], { page: 1 })).toEqual({ text: "", page: 1, pages: 1 });
});

test("a line longer than a page is cut with …", () => {
  const { text, pages } = pageOf(["a", "x".repeat(9_000), "b"], { page: 2 });

  expect(pages).toBe(3);
  expect(text.split("\n")[0]).toBe(`${"x".repeat(7_899)}…`);
});
