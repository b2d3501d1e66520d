import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { streamedText, telegram } from "../../src/index.ts";
import { readTelegramHtml } from "../../src/testing/index.ts";
import { markdownText } from "./markdown-arbitrary.ts";

describe("streamed text", () => {
  test.each([
    ["text\n\n```ts\nlet a", "text\n\n```ts\nlet a\n```"],
    ["text\n\n```ts", "text"],
    ["text\n\n```ts\nlet a\n``", "text\n\n```ts\nlet a\n```"],
    ["see [the do", "see"],
    ["see [docs](https://a.exa", "see"],
    ["see [docs](https://a.example)", "see [docs](https://a.example)"],
    ["a **bold wor", "a bold wor"],
    ["a **bold** word", "a **bold** word"],
    ["a `cod", "a cod"],
    ["| a | b |\n| - | - |\n| 1 | 2", "| a | b |\n| - | - |"],
    ["Done.\nMEDIA:/tmp/a", "Done."],
    ["[SIL", ""],
    ["NO_REPLY", ""],
    ["NO, thanks", "NO, thanks"],
  ])("of %j it shows %j", (soFar, shown) => {
    expect(streamedText(soFar)).toBe(shown);
  });

  test("each beginning of an answer can be shown in the dialect", () => {
    fc.assert(
      fc.property(markdownText, fc.nat({ max: 600 }), (markdown, end) => {
        const { text } = telegram().render(streamedText(markdown.slice(0, end)));
        expect(readTelegramHtml(text)).toMatchObject({ ok: true });
      }),
      { numRuns: 200 },
    );
  });
});
