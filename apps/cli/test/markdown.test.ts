import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { asWritten, loadMarkdown, type Markdown } from "../src/screen/markdown/load-markdown.ts";
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

test("every word of a text is on the screen, in its order", () => {
  const word = fc.stringMatching(/^[a-z]{3,6}$/);
  const piece = fc
    .tuple(
      fc.constantFrom("", "- ", "1. ", "> ", "## ", "| ", "**", "`", "```\n", "    ", "~~", "[", "<b>"),
      word,
    )
    .map(([sign, name]) => `${sign}${name}`);
  const pieces = fc.array(
    fc.tuple(piece, fc.constantFrom(" ", "\n", "\n\n", "** ", "` ", "|\n", "\n```\n")),
    {
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(pieces, fc.integer({ min: 24, max: 140 }), (all, columns) => {
      const whole = all.flat().join("");
      const drawn = markdownLines(whole, { markdown, columns, style: plain }).join("\n");

      // By letters, as code is cut wherever a line is full.
      expect(drawn.replaceAll(/[^a-z]/g, "")).toBe(whole.replaceAll(/[^a-z]/g, ""));
    }),
    propertyRuns(),
  );
});

function shown(source: string, columns = 60, style = plain): string {
  return markdownLines(source, { markdown, columns, style }).join("\n");
}

test.each([
  ["a heading", "# One\n## Two", "# One\n## Two"],
  ["a heading with a line below", "One\n===", "# One"],
  ["marks within words", "a **b *c* d** ~~e~~ `f` ``g`h``", "a **b *c* d** ~~e~~ `f` ``g`h``"],
  ["names with underscores", "snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["escaped signs", "\\*not emphasised\\* \\# x", "*not emphasised* # x"],
  ["a link", "[text](https://a.example/b)", "text (https://a.example/b)"],
  [
    "a link that says where it goes",
    "<https://a.example> and https://b.example/c",
    "https://a.example and https://b.example/c",
  ],
  [
    "a link that says another place",
    "[https://bank.example](https://evil.example)",
    "https://bank.example (https://evil.example)",
  ],
  ["a reference", "[text][name]\n\n[name]: https://a.example", "[text][name]\n\n[name]: https://a.example"],
  ["an image", "![a cat](cat.png)", "image: a cat (cat.png)"],
  ["HTML", "<details>\n<b>x</b>\n</details>", "<details>\n<b>x</b>\n</details>"],
  ["HTML in several lines", "<ul>\n  <li>x</li>\n</ul>", "<ul>\n  <li>x</li>\n</ul>"],
  ["characters by name and number", "&lt;a&gt; &amp; &#65; &copy;", "<a> & A &copy;"],
  ["an escape sequence by number", "a&#27;[31mb&#x9b;2Jc&#8238;d", "abc⟨U+202E⟩d"],
  ["line breaks as they are written", "one\ntwo  \nthree<br>four", "one\ntwo\nthree\nfour"],
  ["lists within lists", "- a\n  - b\n    1. c\n    2. d\n- e", "- a\n  - b\n    1. c\n    2. d\n- e"],
  ["a list that begins at a number", "7. a\n8. b", "7. a\n8. b"],
  ["items with empty lines between", "- a\n\n- b\n\n  more", "- a\n\n- b\n\n  more"],
  [
    "tasks",
    "- [x] done\n- [ ] open\n\n1. [x] one\n\n   two",
    "- [x] done\n- [ ] open\n\n1. [x] one\n\n       two",
  ],
  ["code in an item", "1. run\n   ```sh\n   ls\n   ```", "1. run\n   ```sh\n   ls\n   ```"],
  ["a quote", "> a\n> > b\n>\n> - c", "│ a\n│ │ b\n│\n│ - c"],
  ["a rule", "a\n\n---", `a\n\n${"─".repeat(60)}`],
  ["code with empty lines and fences in it", "````md\n```\n\n\n```\n````", "````md\n```\n\n\n```\n````"],
  ["code that never ends", "```js\nlet x;", "```js\nlet x;"],
  ["indented code", "    a\n\n      b", "    a\n\n      b"],
  ["blocks without a line between", "a\n- b\n```\nc\n```\nd", "a\n- b\n```\nc\n```\nd"],
  ["many empty lines", "\n\na\n\n\n\nb\n\n", "a\n\nb"],
])("%s", (_, source, expected) => {
  expect(shown(source)).toBe(expected);
});

test("words stay whole, and scripts without blanks break between characters", () => {
  expect(shown("the quick brown fox", 10)).toBe("the quick\nbrown fox");
  expect(shown("日本語の文章は、折り返す。", 10)).toBe("日本語の文\n章は、折り\n返す。");
  expect(shown("x https://example.com/a/b/c/d y", 20)).toBe("x\nhttps://example.com/\na/b/c/d y");
  expect(shown("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 4)).toBe("👩‍👩‍👧👩‍👩‍👧\n👩‍👩‍👧");
});

test("a table shrinks, then wraps its cells, then gives each row as names and values", () => {
  const table = "| Name | What it does |\n|---|--:|\n| `a` | one two three four |\n| b | 5 |";

  expect(shown(table, 40)).toBe(
    [
      "Name │       What it does",
      "─────┼───────────────────",
      "`a`  │ one two three four",
      "b    │                  5",
    ].join("\n"),
  );
  expect(shown(table, 20)).toBe(
    [
      ...["Name │  What it does", "─────┼──────────────", "`a`  │ one two three", "     │          four"],
      ...["─────┼──────────────", "b    │             5"],
    ].join("\n"),
  );
  expect(shown("| A long name | Another name |\n|---|---|\n| one two three | x |\n| 2 | y |", 16)).toBe(
    ["A long name: one", "two three", "Another name: x", "", "A long name: 2", "Another name: y"].join("\n"),
  );
});

test("a long line of code is cut, and marked where it goes on", () => {
  expect(shown("```\n0123456789abcdefghij\n```", 10)).toBe("```\n0123456789\n↳ abcdefgh\n↳ ij\n```");
});

test("lines of code are settled while the block is still open", () => {
  const block = new StreamingMarkdown({ style: plain, markdown });
  block.push(`\`\`\`js\n${"x();\n".repeat(40)}`);

  expect(block.settle(80)).toHaveLength(33);
  expect(block.live(80)).toHaveLength(8);
});

test("items of a list are settled while it goes on, with the numbers they have", () => {
  const block = new StreamingMarkdown({ style: plain, markdown });
  block.push("1. a\n1. b\n1. c");

  expect(block.settle(80)).toEqual(["1. a"]);
  expect(block.live(80)).toEqual(["2. b", "3. c"]);
});

test("a comment goes on over the lines that are coloured at once", () => {
  const comment = `/*\n${"text\n".repeat(40)}let x;\n*/ let y;`;
  const lines = markdownLines(`\`\`\`js\n${comment}\n\`\`\``, { markdown, columns: 80, style: coloured });

  expect(lines.at(-3)).toBe(coloured.dim("let x;"));
  expect(lines.at(-2)).toBe(`${coloured.dim("*/")} ${coloured.magenta("let")} y;`);
});

test("an address is a link only where the terminal can, and only on the web", () => {
  const options = { markdown, columns: 80, style: coloured, links: true };

  expect(markdownLines("[a](https://b.example)", options)[0]).toContain(
    "\u001b]8;;https://b.example\u001b\\",
  );
  expect(markdownLines("[a](file:///etc/passwd) [b](javascript:x)", options)[0]).not.toContain("\u001b]8");
  expect(columnsOf(markdownLines("[a](https://b.example)", options)[0] ?? "")).toBe(21);
});

test("text is plain until the parser has been loaded, then Markdown", async () => {
  let loaded = false;
  const block = new StreamingMarkdown({ style: plain, changed: () => (loaded = true) });
  block.push("- a\n- b\u001b[2J");
  block.end();

  expect(block.done).toBe(false);
  expect(block.settle(80)).toEqual([]);
  expect(block.live(80)).toEqual(["- a", "- b"]);

  await expect.poll(() => loaded).toBe(true);

  expect(block.settle(80)).toEqual(["- a", "- b"]);
  expect(block.done).toBe(true);
});

test.each([
  ["quotes", "> ".repeat(20_000)],
  ["lists", `${"- ".repeat(20_000)}a`],
  ["signs of emphasis", "_a*".repeat(20_000)],
  ["brackets", "[".repeat(20_000)],
])("thousands of %s in one another are text", (_, source) => {
  const signs = source.replaceAll(" ", "").length;
  const drawn = markdownLines(source, { markdown, columns: 80, style: plain }).join("");

  expect(drawn.replaceAll(" ", "").length).toBeGreaterThan(signs * 0.9);
});

test("text can be left as it is written, and is settled line by line", () => {
  const block = new StreamingMarkdown({ style: plain, markdown: asWritten });
  block.push("# **a**\n\n  - [b](c) and more words\n");

  expect(block.settle(20)).toEqual(["# **a**"]);

  block.end();

  expect(block.settle(20)).toEqual(["", "  - [b](c) and more", "words"]);
});

test.each([[40], [60], [80], [120]])("an answer of everything in %i columns", (columns) => {
  expect(`\n${shown(everything, columns)}\n`).toMatchSnapshot();
  expect(`\n${shown(everything, columns, coloured)}\n`).toMatchSnapshot();
});

const everything = `# The plan for \`hermes\`

Some **bold text with *nested* emphasis** and \`inline code\`, a [link](https://example.com/a/b), and ~~gone~~.

## Steps
1. First do this
   - a nested item that is long enough to wrap in a narrow terminal
2. Then that:
   \`\`\`bash
   echo "hi" && ls -la # comment
   \`\`\`

- [x] done
- [ ] open

> A quote with **bold**
> - and a list

| Name | Value | Description |
|:-----|------:|-------------|
| \`a\` | 1 | short |
| longer name | 12345 | A description that needs more than one line in a narrow terminal |

\`\`\`ts
/** A comment
 * over lines */
export function f(x: number): string {
	return \`template \${x}
  goes on\`; // done
}
\`\`\`

---
### 日本語の見出し
日本語の文章はスペースなしで書かれるので、文字の間で折り返す必要があります。「引用」も。
👩‍👩‍👧 🇩🇪 👍🏽 ❤️ שלום עולם, مرحبا بالعالم
`;
