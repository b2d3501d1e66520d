import fc from "fast-check";
import { expect, test } from "vitest";
import { activityLine } from "../src/render/activity-line.ts";
import { columnsOf, fit, oneLine } from "../src/render/fit.ts";
import { table } from "../src/render/table.ts";
import { wrap } from "../src/render/wrap.ts";
import { propertyRuns } from "./support/property-runs.ts";

test.each([
  ["abc", 3],
  ["日本", 4],
  ["💻", 2],
  ["👨‍👩‍👧", 2],
  ["e\u0301", 1],
])("%s takes %i columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test("a wide character is not cut in half", () => {
  expect(fit("日本語日本語", 6)).toBe("日本…");
});

test("a line that is broken between words begins at the margin, and its text keeps its own blanks", () => {
  expect(wrap("  the tools are\n  the red ones", { columns: 10 })).toEqual([
    ...["  the", "tools are", "  the red", "ones"],
  ]);
  expect(wrap("red \u001b[31mwords go on\u001b[39m", { columns: 9 }).map((row) => row.trimStart())).toEqual(
    wrap("red \u001b[31mwords go on\u001b[39m", { columns: 9 }),
  );
});

test("an activity line is never wider than the terminal, whatever the detail", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.integer({ min: 10, max: 120 }),
      (detail, columns) => {
        const line = activityLine({ emoji: "💻", name: "terminal", detail, durationMs: 312 }, columns);

        expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\n\r\u001b]/);
      },
    ),
    propertyRuns(),
  );
});

test("an activity line shows tool, detail and duration", () => {
  const line = activityLine({ emoji: "💻", name: "terminal", detail: "ls -la", durationMs: 312 }, 80);

  expect(line).toBe("┊ 💻 terminal  ls -la  0.3s");
});

test("in 30 columns the detail gives way, not the duration", () => {
  const line = activityLine(
    { emoji: "💻", name: "terminal", detail: "find / -name '*.ts'", durationMs: 12_000 },
    30,
  );

  expect(line).toBe("┊ 💻 terminal  find / -n…  12s");
});

test("text on one line carries no escape sequences", () => {
  expect(oneLine("a\u001b[31mred\u001b[0m\n\tb\u0007")).toBe("ared b");
});

test("columns of a table start at the same place, wide characters or not", () => {
  expect(
    table(
      [
        ["日本", "x"],
        ["a", "y"],
      ],
      80,
    ),
  ).toEqual(["日本  x", "a     y"]);
});
