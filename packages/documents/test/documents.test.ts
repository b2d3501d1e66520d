import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { documentPlace } from "./support/document-place.ts";

const formats = ["pdf", "docx", "pptx", "html"] as const;
const templates = ["report", "letter", "resume", "slides"] as const;

const content = `---
title: "The quarterly report"
author: Ada Example
date: 2026-11-29
lang: en
toc: true
---

# Income

Some **bold**, *slanted*, ~~struck~~ and \`coded\` words with a [reference](https://example.org/page).

- First point
  1. Numbered inside
- [x] Finished task

> Quoted saying

| Product | Amount |
| ------- | -----: |
| Coffee  | 4711   |

\`\`\`js
const answer = 42;
\`\`\`

\\pagebreak

## Outlook

![Drawn picture](picture.png)
`;

const words = [
  ...["quarterly", "Ada Example", "2026-11-29", "Income", "bold", "slanted", "struck", "coded", "reference"],
  ...["First point", "Numbered inside", "Finished task", "Quoted saying", "Product", "Coffee", "4711"],
  ...["const answer = 42;", "Outlook"],
];

async function png(width: number, height: number): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: "#c00" } })
    .png()
    .toBuffer();
}

test.each(formats)("everything that Markdown has is found again in %s, by every template", async (format) => {
  await using place = await documentPlace();
  await writeFile(join(place.folder, "picture.png"), await png(80, 40));
  for (const template of templates) {
    const output = `${template}.${format}`;
    const made = await place.make({ format, content, template, output });

    expect(made).toMatchObject({ success: true, warnings: [] });
    expect(made.bytes).toBe((await readFile(join(place.folder, output))).length);
    // A PDF breaks lines where its page ends.
    const text = (await place.text(output)).replaceAll(/\s+/g, " ");
    for (const word of words) expect(text).toContain(word);
  }
});

test("a page break makes a page, a heading of the second level a slide", async () => {
  await using place = await documentPlace();
  const pages = await place.make({ format: "pdf", content: "One\n\n\\pagebreak\n\nTwo" });
  const slides = await place.make({ format: "pptx", content: "# One\n\n## Two\n\nText\n\n---\n\nThree" });

  expect(pages.pages).toBe(2);
  expect(slides.slides).toBe(3);
  expect(await place.text("a.pptx")).toMatch(
    /\[slide 1\]\nOne\n\n\[slide 2\]\nTwo\nText\n\n\[slide 3\]\nThree/,
  );
});

test("HTML runs no script and asks for nothing from outside", async () => {
  await using place = await documentPlace();
  await place.make({
    format: "html",
    content:
      "</title><script>alert(1)</script>\n\n# </script> <img src=x onerror=a()>\n\n[x](javascript:alert(1))",
  });
  const html = await place.text("a.html");

  expect(html).toContain("default-src 'none'");
  expect(html.replaceAll(/&lt;[^]*?&gt;/g, "")).not.toMatch(/<script|<img|onerror|javascript:[^"]*"/i);
});

test("words of any Markdown are found again in every format that is read", async () => {
  await using place = await documentPlace();
  const word = fc.stringMatching(/^[a-zA-ZäöüßéčλЖ]{3,8}$/);
  const line = fc.tuple(
    fc.constantFrom("", "# ", "- ", "1. ", "> ", "  - ", "**", "`", "| ", "***", "    "),
    fc.array(word, { minLength: 1, maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("docx", "pptx", "pdf", "html"),
      async (lines, format) => {
        const made = await place.make({
          format,
          content: lines.map(([mark, each]) => mark + each.join(" ")).join("\n\n"),
        });
        expect(made).toMatchObject({ success: true });
        // Long words are parted by nothing, but a PDF may set a line break between any two.
        const text = (await place.text(`a.${format}`)).replaceAll(/\s+/g, " ");
        for (const each of lines.flatMap(([, found]) => found)) expect(text).toContain(each);
      },
    ),
    { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 200 : 8, seed: 20_261_129 },
  );
});
