import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { loadMarkdown, type Markdown } from "../src/screen/markdown/load-markdown.ts";
import { markdownLines } from "../src/screen/markdown/markdown-lines.ts";
import { StreamingMarkdown } from "../src/screen/markdown/streaming-markdown.ts";
import { propertyRuns } from "./support/property-runs.ts";

let markdown: Markdown;
beforeAll(async () => {
  markdown = await loadMarkdown();
});

const plain = createStyle(false);
const coloured = createStyle(true);

/** Text of which much means something in Markdown, or to a terminal. */
const text = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom("\n", "\n\n", " ", "  ", "    ", "\t", "a", "two words", "\r\n"),
      },
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          ...[
            "- ",
            "* ",
            "1. ",
            "2) ",
            "- [ ] ",
            "- [x] ",
            "> ",
            "# ",
            "### ",
            "---",
            "===",
            "***",
            "|",
            "| a | b |\n",
          ],
          ...[
            "|--|:-:|\n",
            "```",
            "```ts\n",
            "~~~\n",
            "````md\n",
            "\n```\n",
            "`",
            "``",
            "**",
            "*",
            "_",
            "~~",
            "~",
            "\\",
          ],
          ...[
            "[a](http://b.c)",
            "![",
            "](",
            ")",
            "<br>",
            "<div>",
            "</div>\n",
            "<!--",
            "-->",
            "&amp;",
            "&#27;",
            "&#x9b;",
          ],
          ...[
            "[x]: http://y\n",
            "[x]",
            "https://a.example/path?q=1",
            "<https://b.example>",
            "/*",
            "*/",
            '"""',
            "`${",
          ],
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "日本語",
          "「あ」。",
          "👩‍👩‍👧",
          "🇩🇪",
          "👍🏽",
          "1️⃣",
          "שלום",
          "e\u0301",
          "\u001b[31m",
          "\u202e",
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

const width = fc.integer({ min: 20, max: 140 });

function streamed(pieces: readonly string[], columns: number, style = coloured): readonly string[] {
  const block = new StreamingMarkdown({ style, markdown });
  const lines: string[] = [];
  for (const piece of pieces) {
    block.push(piece);
    lines.push(...block.settle(columns));
    for (const line of block.live(columns)) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
  }
  block.end();
  lines.push(...block.settle(columns));
  expect(block.live(columns)).toEqual([]);
  expect(block.done).toBe(true);
  return lines;
}

function inPieces(whole: string, sizes: readonly number[]): readonly string[] {
  let from = 0;
  return [...sizes.map((size) => whole.slice(from, (from += size))), whole.slice(from)];
}

// oxlint-disable-next-line no-control-regex -- what must never get through
const control = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

test("lines are those of the whole text, whatever pieces it comes in", () => {
  fc.assert(
    fc.property(text, width, fc.array(fc.nat(9), { maxLength: 60 }), (whole, columns, sizes) => {
      expect(streamed(inPieces(whole, sizes), columns)).toEqual(
        markdownLines(whole, { markdown, columns, style: coloured }),
      );
    }),
    propertyRuns(),
  );
});

test("any text fits the width, without a control character", () => {
  fc.assert(
    fc.property(text, width, (whole, columns) => {
      for (const line of markdownLines(whole, { markdown, columns, style: plain })) {
        expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(control);
        expect(line).toBe(line.trimEnd());
      }
    }),
    propertyRuns(),
  );
});
