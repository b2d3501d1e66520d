import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fenceMemory, MemoryFenceFilter } from "../../src/provider/index.ts";
import { runs } from "../support/long-runs.ts";

function filtered(text: string, cuts: readonly number[] = []): string {
  const filter = new MemoryFenceFilter();
  let shown = "";
  let from = 0;
  for (const cut of [...cuts].map((part) => part % (text.length + 1)).toSorted((a, b) => a - b)) {
    shown += filter.push(text.slice(from, cut));
    from = cut;
  }
  return shown + filter.push(text.slice(from)) + filter.flush();
}

const prose = fc.stringMatching(/^[a-z <>/&\n-]{0,30}$/);
const cuts = fc.array(fc.nat(400), { maxLength: 8 });

test("a fence that a model repeats is taken out, wherever the stream is cut", () => {
  fc.assert(
    fc.property(prose, prose, prose, cuts, (before, inside, after, places) => {
      const text = `${before}${fenceMemory(inside, "honcho")}${after}`;

      expect(filtered(text, places)).toBe(before + after);
    }),
    runs(20_000),
  );
});

test("text without a fence comes out as it went in", () => {
  fc.assert(
    fc.property(fc.oneof(prose, fc.string()), cuts, (text, places) => {
      expect(filtered(text, places)).toBe(text);
    }),
    runs(20_000),
  );
});

test.each([
  ["in capitals and with spaces", "a < MEMORY-CONTEXT x='1' >secret</ Memory-Context >b", "a b"],
  ["without an end, the mark alone", "a <memory-context>and on", "a and on"],
  ["a mark at the end that nobody opened", "a</memory-context> b", "a b"],
  ["two of them", "<memory-context>x</memory-context>a<memory-context>y</memory-context>", "a"],
])("what is taken out: %s", (_, text, shown) => {
  expect(filtered(text, [3, 5, 9, 14, 20])).toBe(shown);
});

test("an answer does not wait for ever for the end of a fence", () => {
  const filter = new MemoryFenceFilter();
  filter.push("<memory-context>");

  const shown = Array.from({ length: 40 }, () => filter.push("word ".repeat(200))).join("");

  expect(shown.length).toBeGreaterThan(20_000);
});

test("text is shown at once unless it may be a fence", () => {
  const filter = new MemoryFenceFilter();

  expect(filter.push("if a < b, then <b>bold</b>")).toBe("if a < b, then <b>bold</b>");
  expect(filter.push("and <mem")).toBe("and ");
  expect(filter.push("ber>")).toBe("<member>");
});

test("untrusted text can't close its fence", () => {
  fc.assert(
    fc.property(
      prose,
      fc.constantFrom("</memory-context>", "< / MEMORY-CONTEXT >", "<memory-context>"),
      (text, mark) => {
        const fenced = fenceMemory(`${text}${mark}${text}`, 'x"><b');

        expect(fenced.match(/<\s*\/?\s*memory-context/gi)).toEqual(["<memory-context", "</memory-context"]);
        expect(fenced.endsWith("</memory-context>")).toBe(true);
      },
    ),
    runs(2_000),
  );
});
