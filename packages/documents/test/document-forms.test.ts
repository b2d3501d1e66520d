import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { documentPlace } from "./support/document-place.ts";

const formats = ["pdf", "docx", "pptx", "html"] as const;

test("a letter has its sender, recipient, date, subject and signature around the text, in this order", async () => {
  await using place = await documentPlace();
  const content = `---
title: Unused title
sender: |
  Ada Example
  12 Garden Street
recipient:
  - Mr Ben Sample
  - 3 Harbour Road
date: 2026-11-29
subject: Your offer
signature: "Ada Example\\nHead of Sales"
---

Dear Mr Sample,`;
  for (const format of ["pdf", "docx", "html"] as const) {
    await place.make({ format, content, template: "letter" });

    const text = (await place.text(`a.${format}`)).replaceAll(/<title>.*<\/title>/g, "");
    expect(text).toMatch(
      /Ada Example[^]*12 Garden Street[^]*Mr Ben Sample[^]*3 Harbour Road[^]*2026-11-29[^]*Your offer[^]*Dear Mr Sample,[^]*Ada Example[^]*Head of Sales/,
    );
  }
});

test("a letter without a sender and subject takes the author and the title for them", async () => {
  await using place = await documentPlace();
  await place.make({
    format: "html",
    template: "letter",
    content: "---\nauthor: Ada\ntitle: Offer\n---\n\nText",
  });

  const html = await place.text("a.html");

  expect(html).toMatch(/class="sender"><bdi>Ada<.*class="subject"><bdi>Offer</);
});

const noted = `First[^b] and second[^a], first again[^b], none[^c], \`code[^a]\` and \\[^a].

[^a]: About the *second* thing.
[^b]: About the first thing,
  that goes on.

Later words.`;

test("footnotes are numbered as they are referred to, and say what they say in every format", async () => {
  await using place = await documentPlace();
  for (const format of formats)
    expect(await place.make({ format, content: noted })).toMatchObject({ success: true });

  const html = await place.text("a.html");
  const slide = (await place.parts("a.pptx"))["ppt/slides/slide1.xml"] ?? "";
  const word = await place.parts("a.docx");
  const pdf = (await place.text("a.pdf")).replaceAll(/\s+/g, " ");
  expect(html).toMatch(/First<sup><a id="ref1" href="#note1">1<.*second<sup><a id="ref2" href="#note2">2</);
  expect(html).toMatch(/again<sup><a href="#note1">1<.*none\[\^c\], <code>code\[\^a\]<\/code> and \[\^a\]/);
  expect(html).toMatch(/id="note1"[^]*first thing, that goes on[^]*id="note2"[^]*<em>second<\/em> thing/);
  expect(html).toContain("Later words.");
  expect(slide).toMatch(/<a:t>1 <[^]*first thing[^]*<a:t>2 <[^]*second/);
  expect(word["word/footnotes.xml"]).toMatch(/first thing[^]*second/);
  // Word refers to each once; a further reference is a number.
  expect(word["word/document.xml"]?.match(/<w:footnoteReference /g)).toHaveLength(2);
  expect(pdf).toMatch(/Later words\..*About the first thing, that goes on\..*About the second thing\./);
});

test("the contents of a Word document are filled in with their pages, and nothing asks to be updated", async () => {
  await using place = await documentPlace();
  await place.make({
    format: "docx",
    content: "---\ntoc: true\nlang: de\n---\n# Eins\n\n- a\n  - b\n\n\\pagebreak\n\n# Zwei",
  });

  const parts = await place.parts("a.docx");

  const text = parts["word/document.xml"]?.replaceAll(/<w:instrText.*?<\/w:instrText>|<[^>]*>/g, " ") ?? "";
  expect(text.replaceAll(/\s+/g, " ")).toMatch(/Inhalt Eins 2 Zwei 3/);
  expect(`${parts["word/document.xml"]} ${parts["word/settings.xml"]}`).not.toMatch(/updateFields|w:dirty/);
});

test("Arabic contents, tables and quotes of a Word document begin at the right", async () => {
  await using place = await documentPlace();
  const content =
    "---\nlang: ar\ntoc: true\n---\n# النتائج\n\n> قول\n\n| المنتج | الكمية |\n| --- | ---: |\n| شاي | 4 |\n\n```\ncode\n```";
  await place.make({ format: "docx", content });

  const { "word/document.xml": document, "word/styles.xml": styles } = await place.parts("a.docx");

  expect(styles).toMatch(/w:styleId="TOC1"(?:(?!<\/w:style>).)*<w:pPr><w:bidi\/>/);
  expect(document).toContain("<w:bidiVisual/>");
  expect(document).toMatch(
    /<w:bidi\/>(?:(?!<\/w:pPr>).)*<w:pBdr><w:right|<w:pBdr><w:right(?:(?!<\/w:pPr>).)*<w:bidi\/>/,
  );
  expect(document).toMatch(/<w:bidi w:val="false"\/>(?:(?!<\/w:p>).)*code/);
});

test("slides are as the schema has them: one set of properties for a paragraph, a number for each shape", async () => {
  await using place = await documentPlace();
  const content =
    "# Title\n\nSome **bold** and `code` words\n\n> Quoted *words*\n\n- a\n  - b\n\n| A | B |\n| - | - |\n| 1 | 2 |";
  await place.make({ format: "pptx", content });

  const slide = (await place.parts("a.pptx"))["ppt/slides/slide1.xml"] ?? "";

  const paragraphs = slide.match(/<a:p>.*?<\/a:p>/gs) ?? [];
  expect(paragraphs.length).toBeGreaterThan(6);
  for (const paragraph of paragraphs) expect(paragraph.match(/<a:pPr\b/g)?.length ?? 0).toBeLessThan(2);
  const numbers = [...slide.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("slides say the language and the font of each script, and a table that is read from the right says so", async () => {
  await using place = await documentPlace();
  await place.make({
    format: "pptx",
    content:
      "---\nlang: ar\n---\n# النتائج\n\nتقرير 中文 **Words**\n\n| المنتج | الكمية |\n| --- | --- |\n| شاي | 4 |",
  });

  const slide = (await place.parts("a.pptx"))["ppt/slides/slide1.xml"] ?? "";

  expect(slide).toMatch(/<a:rPr lang="ar"[^>]*>(?:(?!<\/a:rPr>).)*<\/a:rPr><a:t>النتائج/);
  expect(slide).toMatch(/lang="zh-CN"(?:(?!<\/a:rPr>).)*Microsoft YaHei(?:(?!<\/a:t>).)*中文/);
  expect(slide).toMatch(/lang="en-US"(?:(?!<\/a:rPr>).)*typeface="Arial"(?:(?!<\/a:t>).)*Words/);
  expect(slide).toMatch(/<a:tblPr rtl="1"\/>(?:(?!<\/a:tbl>).)*المنتج(?:(?!<\/a:tbl>).)*الكمية/s);
});

test("a slide that goes on has its number after the title, and a title alone begins a section", async () => {
  await using place = await documentPlace();
  const lines = Array.from({ length: 40 }, (_, index) => `- Point ${index}`).join("\n");

  const made = await place.make({ format: "pptx", content: `# Part\n\n## Points\n\n${lines}` });

  expect(made.slides).toBe(5);
  const text = await place.text("a.pptx");
  expect(text).toMatch(/\[slide 1\]\nPart\n\n\[slide 2\]\nPoints\n[^]*\nPoints \(2\)\n[^]*\nPoints \(4\)\n/);
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#c00"/></svg>';

test("diagrams become pictures where they can be drawn, and stay code where they can't", async () => {
  const asked: string[] = [];
  await using place = await documentPlace({
    drawDiagram: async (format, source) => {
      asked.push(`${format} ${source}`);
      if (source.includes("broken")) throw new Error("line 1 is no diagram.");
      return svg;
    },
  });
  const content =
    "```mermaid\ngraph TD\n```\n\n> ```dot\n> digraph {}\n> ```\n\n```mermaid\nbroken\n```\n\n```js\nlet a\n```";

  for (const format of formats) {
    const made = await place.make({ format, content });
    expect(made).toMatchObject({ success: true });
    expect(made.warnings).toEqual(["A mermaid diagram is shown as code: line 1 is no diagram."]);
  }

  const html = await place.text("a.html");
  expect(asked.slice(0, 3)).toEqual(["mermaid graph TD", "graphviz digraph {}", "mermaid broken"]);
  expect(html.match(/<img [^>]*width="80" height="40"/g)).toHaveLength(2);
  expect(html).not.toContain("graph TD");
  expect(html).toContain("<code>broken</code>");
  const media = (await place.parts("a.docx"))["word/document.xml"] ?? "";
  expect(media.match(/<w:drawing>/g)).toHaveLength(2);
  expect(await readFile(join(place.folder, "a.pdf"))).toSatisfy((bytes: Buffer) => bytes.length > 1_000);
});

test("without a drawer a diagram is code", async () => {
  await using place = await documentPlace();
  await place.make({ format: "html", content: "```mermaid\ngraph TD\n```" });

  expect(await place.text("a.html")).toContain("<code>graph TD</code>");
});

test("HTML in two directions has the quotes, lists and tables of each on its side", async () => {
  await using place = await documentPlace();
  await writeFile(
    join(place.folder, "p.png"),
    await sharp({ create: { width: 4, height: 4, channels: 3, background: "#000" } })
      .png()
      .toBuffer(),
  );
  await place.make({
    format: "html",
    content: "> قول\n\n- بند\n\n| المنتج |\n| --- |\n| a |\n\n> Said\n\n![Alt](p.png)",
  });

  const html = await place.text("a.html");

  expect(html).toMatch(
    /<blockquote dir="rtl">[^]*<ul dir="rtl">[^]*<table dir="rtl">[^]*<blockquote dir="ltr">/,
  );
  expect(html).toContain('<figcaption dir="auto">Alt</figcaption>');
});
