import fc from "fast-check";
import { expect, test } from "vitest";
import { amount, bytes, dollars, duration } from "../src/render/amount.ts";
import { barChart, onlyAscii, sparkLine } from "../src/render/charts.ts";
import { columnsOf } from "../src/render/fit.ts";
import { wrap } from "../src/render/wrap.ts";
import { propertyRuns } from "./support/property-runs.ts";

const bars = fc.array(
  fc.record({
    label: fc.string({ unit: "grapheme", maxLength: 60 }),
    value: fc.double({ min: 0, max: 1e12, noNaN: true }),
    text: fc.string({ unit: "grapheme", maxLength: 20 }),
  }),
  { maxLength: 10 },
);

test("no line of a chart is wider than the terminal, whatever the labels and numbers", () => {
  fc.assert(
    fc.property(bars, fc.integer({ min: 20, max: 120 }), fc.boolean(), (list, columns, ascii) => {
      const lines = barChart(list, { columns, ascii });

      expect(lines).toHaveLength(list.length);
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
    }),
    propertyRuns(),
  );
});

test("a bar is in proportion to the largest; what is not nothing is seen", () => {
  const list = [100, 50, 0.01, 0].map((value) => ({ label: "x", value, text: "1" }));

  expect(barChart(list, { columns: 20, ascii: true }).map((line) => line.match(/#/g)?.length ?? 0)).toEqual([
    14, 7, 1, 0,
  ]);
  expect(barChart(list, { columns: 20, ascii: false })[2]).toMatch(/^x {2}▏ +1$/);
});

test("a line of hours shows the most as the highest, and nothing as a dot", () => {
  expect(sparkLine([0, 1, 4, 8], { ascii: false })).toBe("·▁▄█");
  expect(sparkLine([0, 1, 4, 8], { ascii: true })).toBe(".148");
  expect(sparkLine([0, 0], { ascii: false })).toBe("··");
});

test.each([
  [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, true],
  [{ LC_ALL: "", LANG: "en_US.UTF-8" }, false],
  [{ LC_CTYPE: "de_DE.utf8", LANG: "C" }, false],
  [{ LANG: "POSIX" }, true],
])("a terminal with %j shows ASCII alone: %s", (env, ascii) => {
  expect(onlyAscii(env)).toBe(ascii);
});

test("wrapped lines fit and keep every word", () => {
  const words = fc.array(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 30 }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 12, max: 100 }),
      fc.integer({ min: 0, max: 4 }),
      (list, columns, indent) => {
        const text = list.join(" ");
        const lines = wrap(text, { columns, indent });

        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        expect(lines.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      },
    ),
    propertyRuns(),
  );
});

test.each([
  [amount(0), "0"],
  [amount(999), "999"],
  [amount(999.9), "1k"],
  [amount(12_345), "12.3k"],
  [amount(999_999), "1M"],
  [amount(4.56e9), "4.6G"],
  [bytes(135_168), "135 kB"],
  [bytes(512), "512 B"],
  [dollars(0), "$0.00"],
  [dollars(0.0042), "$0.0042"],
  [dollars(12.345), "$12.35"],
  [duration(30_000), "30s"],
  [duration(59 * 60_000), "59m"],
  [duration(200 * 60_000), "3h 20m"],
  [duration(52 * 3_600_000), "2d 4h"],
])("an amount is written as %s", (shown, wanted) => {
  expect(shown).toBe(wanted);
});
