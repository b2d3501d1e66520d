import fc from "fast-check";
import { expect, test } from "vitest";
import { whatsapp } from "../../../src/platforms/whatsapp/whatsapp.ts";

test.each([
  ["**bold** _italic_ ~~gone~~ `code`", "*bold* _italic_ ~gone~ `code`"],
  ["# A **bold** head", "A *bold* head"],
  ["[Docs](https://example.org)", "Docs (https://example.org)"],
  ["```ts\nlet a = 1;\n```", "```\nlet a = 1;\n```"],
  ["> quoted", "> quoted"],
  ["**two\nlines**", "*two*\n*lines*"],
])("%j is written as %j", (markdown, written) => {
  expect(whatsapp().render(markdown).text).toBe(written);
});

test("marks take nothing away: without them every text is its plain text", () => {
  const word = fc.stringMatching(/^[a-z0-9 .,!?]{1,12}$/);
  const span = fc.tuple(fc.constantFrom("", "**", "_", "~~", "`"), word).map(([mark, inner]) => {
    const trimmed = inner.trim();
    return trimmed === "" ? "x" : `${mark}${trimmed}${mark}`;
  });
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 8 }), (spans) => {
      const { text, plain } = whatsapp().render(spans.join(" "));
      expect(text.replace(/[*_~`]/g, "")).toBe(plain.replace(/[*_~`]/g, ""));
    }),
  );
});

test.each([
  ["+491701234567", "491701234567"],
  ["491701234567", "491701234567"],
  ["US.13491208655302741918", "US.13491208655302741918"],
  ["ada", undefined],
  ["12:34", undefined],
])("the chat %j is read as %j", (written, chatId) => {
  expect(whatsapp().parseChat?.(written)?.chatId).toBe(chatId);
});
