import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText, telegram } from "../../src/index.ts";
import { readTelegramHtml } from "../../src/testing/index.ts";
import { markdownText } from "./markdown-arbitrary.ts";

const runs = { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 5_000 : 300 };
const html = (markdown: string): string => telegram().render(markdown).text;

describe("Markdown for Telegram", () => {
  test("is well-formed HTML of allowed tags, whatever the Markdown is", () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        expect(readTelegramHtml(html(markdown))).toMatchObject({ ok: true });
      }),
      runs,
    );
  });

  test("marks become tags, and everything else is escaped", () => {
    expect(html('# A & B\n\n**b** _i_ ~~s~~ `a<b` <script> [l](https://a.example/?a=1&b="2")')).toBe(
      '<b>A &amp; B</b>\n\n<b>b</b> <i>i</i> <s>s</s> <code>a&lt;b</code> &lt;script&gt; <a href="https://a.example/?a=1&amp;b=%222%22">l</a>'.replace(
        "%222%22",
        "&quot;2&quot;",
      ),
    );
  });

  test("code keeps its language, and quotes their content", () => {
    expect(html("```ts\nif (a < b) {}\n```\n> said\n> twice")).toBe(
      '<pre><code class="language-ts">if (a &lt; b) {}</code></pre>\n\n<blockquote>said\ntwice</blockquote>',
    );
  });

  test("a table is code in which columns stand below each other", () => {
    expect(html("| name | n |\n|:--|--:|\n| **a** | 1 |\n| 日本 | 200 |")).toBe(
      "<pre>name |   n\n-----+----\na    |   1\n日本 | 200</pre>",
    );
  });

  test("lists nest by spaces, tasks have boxes, and numbers go on", () => {
    expect(html("3. a\n   - b\n     - c\n4. d\n\n- [x] done\n- [ ] open")).toBe(
      "3. a\n   • b\n     • c\n4. d\n\n☑ done\n☐ open",
    );
  });

  test("code within a list item keeps its own indentation", () => {
    expect(html("- a\n\n  ```\n  x\n    y\n  ```")).toBe("• a\n<pre>x\n  y</pre>");
  });

  test("only addresses of the web and of people are links", () => {
    expect(html("[x](javascript:alert(1)) [y](file:///etc/passwd)")).toBe(
      "x (javascript:alert(1)) y (file:///etc/passwd)",
    );
  });

  test("no terminal code and no turn of direction gets through", () => {
    expect(html("a\u001B[31mb\u202Ec\u0000")).toBe("a[31mbc");
  });

  test("plain text has the words and where links lead", () => {
    expect(plainText("**b** [l](https://a.example) `c`\n\n> q")).toBe("b l (https://a.example) c\n\n> q");
  });
});
