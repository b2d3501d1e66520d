import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "../../src/speech/cut-text.ts";
import { spokenText } from "../../src/speech/spoken-text.ts";

const halfCharacter = /\p{Surrogate}/u;
const runs = { seed: 20_261_129, numRuns: 300 };
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom("word", ". ", "! ", " ", "\n", "😀", "**", "`", "```\n", "[a](b)", "# ", "MEDIA:/a "),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join("")),
);

test("a cut text begins the whole one, is short enough, and ends in no half character", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 120 }), (text, max) => {
      const cut = cutText(text, max);

      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      if (!halfCharacter.test(text)) expect(cut).not.toMatch(halfCharacter);
      if (text.length <= max) expect(cut).toBe(text);
    }),
    runs,
  );
});

test("a text is cut at the end of a sentence in its second half, else at a word", () => {
  expect(cutText("One two. Three four five", 12)).toBe("One two.");
  expect(cutText("One two three four", 12)).toBe("One two");
  expect(cutText("一句話。另一句話很長", 6)).toBe("一句話。");
});

test("nothing is spoken that is longer than what was written, and it has no blanks around it", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const spoken = spokenText(text);

      expect(spoken.length).toBeLessThanOrEqual(text.length);
      expect(spoken).toBe(spoken.trim());
    }),
    runs,
  );
});

test("plain words are spoken as they are; code, addresses, marks and tags are not", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]+(?: [a-z]+){0,8}\.$/), (text) => {
      expect(spokenText(text)).toBe(text);
    }),
    runs,
  );
  expect(
    spokenText("## A **bold** [link](https://a.b)\n```js\ncode()\n```\nMEDIA:/a.png\nsnake_case, 2 * 3 * 4."),
  ).toBe("A bold link\n\nsnake_case, 2 * 3 * 4.");
});
