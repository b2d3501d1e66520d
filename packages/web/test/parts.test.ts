import fc from "fast-check";
import { expect, test } from "vitest";
import { shareRoom } from "../src/parts/share-room.ts";
import { splitParts } from "../src/parts/split-parts.ts";
import { openReader } from "./support/open-reader.ts";
import { serve } from "./support/serve.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

const line = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    "",
    "",
    "# Heading",
    "## Another",
    "```",
    "~~~",
    "| a | b |",
    "| --- | --- |",
    "- item",
    "🙂🙂🙂🙂🙂🙂",
    " ".repeat(30),
  ),
);
const markdown = fc.array(line, { maxLength: 80 }).map((lines) => lines.join("\n"));

test("parts of any text, joined, are the text, and none is empty or too long", () => {
  fc.assert(
    fc.property(markdown, fc.integer({ min: 10, max: 400 }), (text, maxChars) => {
      const parts = splitParts(text, maxChars);

      expect(parts.join("")).toBe(text);
      expect(parts.every((part) => part.length <= maxChars * 1.1)).toBe(true);
      expect(parts.length === 1 || parts.every((part) => part !== "")).toBe(true);
      expect(parts.every((part) => !/^[\uDC00-\uDFFF]/.test(part))).toBe(true);
    }),
  );
});

test("a cut is before a heading, else between paragraphs, and not within code or a row", () => {
  const code = `\`\`\`\n${"code line\n\n".repeat(20)}\`\`\`\n\n`;
  const text = `${"A paragraph of words.\n\n".repeat(20)}${code}${"| cell | cell |\n".repeat(40)}\n## Heading\n\n${"More words. ".repeat(40)}`;

  const parts = splitParts(text, 600);

  for (const part of parts.slice(1))
    expect(part).toMatch(/^\n?(?:A paragraph|```|\| cell|## Heading|More words)/);
  expect(parts.filter((part) => part.split("```").length % 2 === 0)).toEqual([]);
});

test("what short texts leave of a room is for the long ones", () => {
  expect(shareRoom([100, 5_000, 9_000], 6_100)).toEqual([100, 3_000, 3_000]);
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 8 }), fc.nat(20_000), (lengths, room) => {
      const shares = shareRoom(lengths, room);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(room);
      expect(shares.every((share, index) => share <= (lengths[index] ?? 0))).toBe(true);
    }),
  );
});

const tag = fc.constantFrom(
  "p",
  "div",
  "b",
  "a href='x'",
  "table",
  "tr",
  "td",
  "ul",
  "li",
  "pre",
  "code",
  "h2",
  "img src=y alt=z",
  "script",
  "style",
  "title",
  "body",
  "html",
  "!--",
  "![CDATA[",
  "svg",
  "br",
  "template",
  "frameset",
  "/p",
  "/div",
  "/table",
  "/ul",
  "/b",
  "/pre",
  "/body",
);
const soup = fc.array(
  fc.oneof(
    tag.map((name) => `<${name}>`),
    fc.string({ maxLength: 20 }),
    fc.constantFrom("text ", "&amp;", "&#x0;", "<", ">", "\0", "\u202e"),
  ),
  { maxLength: 60 },
);

test("any HTML is read, and its parts, joined, are as long as its text", async () => {
  let html = "";
  await using site = await serve({
    "/": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(html);
    },
  });
  await using parted = openReader([site.host], { limits: { partChars: 50, maxWorkers: 1 } });
  const signal = AbortSignal.timeout(isLong ? 600_000 : 60_000);
  await fc.assert(
    fc.asyncProperty(soup, async (pieces) => {
      html = pieces.join("");
      const first = await parted.read(`${site.url}/`, { signal, fresh: true });
      if (!first.ok) throw new Error(first.error);
      let joined = first.content;
      for (let part = 2; part <= first.parts; part += 1) {
        const next = await parted.read(`${site.url}/`, { signal, part });
        joined += next.ok ? next.content : next.error;
      }
      expect(joined).toHaveLength(first.chars);
      expect(first.chars).toBeLessThan(html.length * 40 + 1_000);
    }),
    { numRuns: isLong ? 1_000 : 60 },
  );
}, 600_000);
