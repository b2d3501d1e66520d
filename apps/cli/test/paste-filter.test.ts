import fc from "fast-check";
import { expect, test } from "vitest";
import { createPasteFilter, pastedBreak } from "../src/prompt/paste-filter.ts";
import { propertyRuns } from "./support/property-runs.ts";

const start = "\u001b[200~";
const end = "\u001b[201~";

test("line breaks inside of a paste do not end the line", () => {
  const filter = createPasteFilter();

  expect(filter(`${start}a\r\nb\rc${end}\r`)).toBe(`a${pastedBreak}b${pastedBreak}c\r`);
});

test("keys outside of a paste pass as they are", () => {
  const filter = createPasteFilter();

  expect(["a", "\r", "\u001b", "\u001b[A", "\u0003"].map(filter)).toEqual([
    "a",
    "\r",
    "\u001b",
    "\u001b[A",
    "\u0003",
  ]);
});

test("however the input is cut into pieces, the line editor sees the same", () => {
  const part = fc.oneof(fc.string(), fc.constantFrom("\r", "\n", "\r\n"));
  const input = fc.array(fc.record({ typed: fc.string(), pasted: fc.array(part) }), { maxLength: 4 });
  fc.assert(
    fc.property(input, fc.array(fc.nat(40)), (pieces, cuts) => {
      const text = pieces.map(({ typed, pasted }) => `${typed}${start}${pasted.join("")}${end}`).join("");

      const whole = createPasteFilter()(text);
      const filter = createPasteFilter();
      const pieceByPiece = cutAt(text, cuts).map(filter).join("");

      expect(pieceByPiece).toBe(whole);
    }),
    propertyRuns(),
  );
});

/** A lone Escape at the end of a piece is the Escape key, so no cut is made there. */
function cutAt(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  for (const wanted of lengths) {
    const length = rest[wanted - 1] === "\u001b" ? wanted + 1 : wanted;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}
