import fc from "fast-check";
import { expect, test } from "vitest";
import { CappedOutput, TailBuffer } from "../src/capped-output.ts";
import { randomRuns } from "./random-runs.ts";

const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "😀", "\n"), maxLength: 60 }), {
  maxLength: 30,
});

test("any output is kept whole, or by its first 40 and its last 60 percent, and never longer than the limit", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 80, max: 400 }), (parts, maxChars) => {
      const output = new CappedOutput(maxChars);
      for (const part of parts) output.append(part);
      const all = parts.join("");
      const shown = output.toString();

      expect(output.chars).toBe(all.length);
      expect(shown.length).toBeLessThanOrEqual(maxChars);
      expect(Buffer.from(shown).toString()).toBe(shown);
      if (all.length <= maxChars) {
        expect(shown).toBe(all);
      } else {
        const [head = "", tail = ""] = shown.split(/\n\[… \d+ characters cut …\]\n/);
        const cut = Number(/\[… (\d+)/.exec(shown)?.[1]);
        expect(all.startsWith(head) && all.endsWith(tail)).toBe(true);
        expect(head.length + cut + tail.length).toBe(all.length);
        expect(Math.abs(head.length - Math.floor(maxChars * 0.4))).toBeLessThanOrEqual(1);
      }
    }),
    randomRuns(20_000),
  );
});

test("output that just fits is whole, also when the head would end within a character", () => {
  const output = new CappedOutput(10);

  output.append("aaa😀bbbbb");

  expect(output.toString()).toBe("aaa😀bbbbb");
});

test("a tail keeps the newest characters of any output", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 200 }), (parts, maxChars) => {
      const tail = new TailBuffer(maxChars);
      for (const part of parts) tail.append(part);
      const all = parts.join("");

      expect(all.endsWith(tail.toString())).toBe(true);
      expect(tail.toString().length).toBeLessThanOrEqual(maxChars);
      expect(tail.toString().length).toBeGreaterThanOrEqual(Math.min(maxChars, all.length) - 1);
    }),
    randomRuns(20_000),
  );
});
