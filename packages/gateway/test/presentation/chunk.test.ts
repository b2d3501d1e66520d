import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunk, createPresentation, outboundTexts, telegram } from "../../src/index.ts";
import type { Platform } from "../../src/index.ts";
import { markdownText } from "./markdown-arbitrary.ts";

const runs = { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 5_000 : 250 };
const max = fc.integer({ min: 80, max: 700 });

function textsOf(markdown: string, limit: number): readonly string[] {
  return chunk(markdown, { max: limit }).map(({ text }) => text);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Fences that are open at the end, read line by line. */
function openFence(text: string): boolean {
  let marker: string | undefined;
  for (const line of text.split("\n")) {
    const found = /^[ >]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (found === undefined) continue;
    if (marker === undefined) marker = found;
    else if (found[0] === marker[0] && found.length >= marker.length && line.trim().endsWith(found))
      marker = undefined;
  }
  return marker !== undefined;
}

describe("chunk", () => {
  test("the sources of the pieces are the whole text, whatever it is", () => {
    fc.assert(
      fc.property(markdownText, max, (markdown, limit) => {
        const pieces = chunk(markdown, { max: limit });
        const whole = markdown.replace(/\r\n?/g, "\n");
        expect(pieces.map(({ source }) => source).join("")).toBe(whole.trim() === "" ? "" : whole);
      }),
      runs,
    );
  });

  test("no piece is longer than the limit, none is blank, and none ends within a surrogate pair", () => {
    fc.assert(
      fc.property(markdownText, max, (markdown, limit) => {
        for (const { text, source } of chunk(markdown, { max: limit })) {
          expect(text.length).toBeLessThanOrEqual(limit);
          expect(text.trim()).not.toBe("");
          if (isWellFormed(markdown)) expect(isWellFormed(source)).toBe(true);
        }
      }),
      runs,
    );
  });

  test("a cut leaves graphemes whole that fit a message", () => {
    const families = "👩‍👩‍👧‍👦".repeat(60);
    for (const { source } of chunk(families, { max: 100 })) expect(source.replaceAll("👩‍👩‍👧‍👦", "")).toBe("");
  });

  test("fences of well-formed text are closed in each piece", () => {
    const code = fc.array(
      fc.string({ unit: fc.constantFrom("a", " ", "{", "}", ";", "é", "😀"), maxLength: 120 }),
      { minLength: 8, maxLength: 60 },
    );
    fc.assert(
      fc.property(code, max, fc.constantFrom("```", "~~~~"), (lines, limit, marker) => {
        const markdown = `before\n\n${marker}ts\n${lines.join("\n")}\n${marker}\n\nafter`;
        for (const text of textsOf(markdown, limit)) expect(openFence(text)).toBe(false);
      }),
      runs,
    );
  });

  test("code that is cut goes on in its language, and a numbered piece has the number below the fence", () => {
    const body = Array.from({ length: 30 }, (_, index) => `line(${index});`).join("\n");
    const [first = "", second = ""] = textsOf(`\`\`\`ts title="x"\n${body}\n\`\`\``, 200);

    expect(first).toMatch(/^```ts title="x"\nline\(0\);[^]*\n```\n\n\(1\/\d\)$/);
    expect(second).toMatch(/^```ts\nline\(\d+\);/);
  });

  test("code, tables and links that fit a message are not cut, but come as a whole in the next one", () => {
    const table = "| a | b |\n| - | - |\n| one | two |\n| three | four |";
    const fence = "```js\nlet a = 1;\n\nlet b = 2;\n```";
    const link = "[a link of several words](https://docs.example/a/very/long/path)";
    for (const whole of [table, fence, link])
      for (let length = 20; length < 110; length += 7) {
        const texts = textsOf(
          `${"word ".repeat(length / 5).trim()}${whole === link ? " " : "\n\n"}${whole}`,
          120,
        );
        expect(texts.some((text) => text.includes(whole))).toBe(true);
      }
  });

  test("a table that is too long is cut between rows, and each part has the head", () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| ${index} | some words |`).join("\n");
    const texts = textsOf(`| n | text |\n| - | - |\n${rows}`, 200);

    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts)
      expect(text).toMatch(/^\| n \| text \|\n\| - \| - \|\n(\| \d+ \| some words \|\n)+\n\(/);
  });

  test("paragraphs are preferred to lines, lines to sentences, and sentences to words", () => {
    const words = "one two three four five six seven eight nine ten";
    expect(textsOf(`${words}\n\n${words}. And\nmore ${words}`, 120)[0]).toBe(`${words} (1/2)`);
    expect(textsOf(`${words}. And\n${words} ${words}`, 120)[0]).toBe(`${words}. And (1/2)`);
    expect(textsOf(`${words} and more. ${words} ${words}`, 120)[0]).toBe(`${words} and more. (1/2)`);
    expect(textsOf(`${words} ${words} ${words}`, 120)[0]).toMatch(/ \w+ \(1\/2\)$/);
  });

  test("a list marker is never parted from its item, and a nested list goes on as a list", () => {
    const list = Array.from(
      { length: 40 },
      (_, index) => `${index % 3 === 0 ? "" : "    "}- item ${index} with words`,
    ).join("\n");
    for (const text of textsOf(list, 150)) expect(text).toMatch(/^- item/);
  });

  test("a text of exactly the limit is one message without a number", () => {
    expect(textsOf("a".repeat(4_096), 4_096)).toEqual(["a".repeat(4_096)]);
    expect(textsOf(`${"a ".repeat(2_048)}a`, 4_096)).toHaveLength(2);
  });

  test("blank text is no message", () => {
    expect(chunk(" \n\t\n", { max: 100 })).toEqual([]);
  });

  test("hundreds of kilobytes of anything are cut within seconds", () => {
    for (const unit of ["word ", "[", "**a ", "`", "- x\n", "| a ", "(", "<b", "a"])
      expect(chunk(unit.repeat(400_000 / unit.length), { max: 4_096 }).length).toBeGreaterThan(50);
  }, 60_000);

  test("what Telegram is sent fits it as HTML and as plain text", () => {
    fc.assert(
      fc.property(markdownText, max, (markdown, limit) => {
        for (const { text, plain } of outboundTexts(telegram(), markdown, limit)) {
          expect(telegram().length(text)).toBeLessThanOrEqual(limit);
          expect(plain.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: runs.numRuns / 5 },
    );
  });
});

describe("chunks of an answer that grows", () => {
  const platform = { ...telegram(), limits: { ...telegram().limits, text: 200 } };

  test("fit a message at each length", () => {
    fc.assert(
      fc.property(markdownText, fc.integer({ min: 200, max: 900 }), (markdown, step) => {
        const presentation = createPresentation();
        for (let end = step; end < markdown.length + step; end += step)
          for (const text of presentation.chunks(markdown.slice(0, end), platform)) {
            const { text: html, plain } = platform.render(text);
            expect(Math.max(platform.length(html), plain.length)).toBeLessThanOrEqual(200);
          }
      }),
      { numRuns: runs.numRuns / 10 },
    );
    // At full size it takes minutes.
  }, 600_000);

  test("say all of it", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), fc.integer({ min: 50, max: 400 }), (blocks, step) => {
        const markdown = blocks.map((each) => each.join(" ")).join("\n\n");
        const presentation = createPresentation();
        let texts: readonly string[] = [];
        for (let end = step; end < markdown.length + step; end += step)
          texts = presentation.chunks(markdown.slice(0, end), platform);
        const said = texts.map((text) => text.replace(/\(\d+\/\d+\)$/, "")).join(" ");
        expect(said.split(/\s+/).filter(Boolean)).toEqual(blocks.flat());
      }),
      { numRuns: runs.numRuns / 5 },
    );
  });

  test("cost what the end of it costs, not the whole", () => {
    let rendered = 0;
    const counting: Platform = {
      ...platform,
      render(markdown) {
        rendered += markdown.length;
        return platform.render(markdown);
      },
    };
    const presentation = createPresentation();
    const answer = "A paragraph of some words, and of some more.\n\n".repeat(200);
    let longest = 0;
    for (let end = 100; end <= answer.length; end += 100) {
      rendered = 0;
      presentation.chunks(answer.slice(0, end), counting);
      longest = Math.max(longest, rendered);
    }

    expect(longest).toBeLessThan(10 * 200);
  });
});
