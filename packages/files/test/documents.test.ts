import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadReader } from "../src/documents/load-reader.ts";
import { readDocument } from "../src/documents/read-document.ts";
import { openPlace } from "./place.ts";
import { randomRuns } from "./random-runs.ts";
import { docx, pdf, pptx, shape, slide, xlsx, zip } from "./support/documents.ts";

describe("read_file of documents", () => {
  test("a notebook is its cells and what they printed", async () => {
    await using place = await openPlace();
    const cells = [
      { cell_type: "markdown", source: ["# Title\n", "words"] },
      {
        cell_type: "code",
        source: "1 / 0",
        outputs: [
          { output_type: "stream", text: ["one\n", "two\n"] },
          { output_type: "display_data", data: { "image/png": "abc", "text/plain": ["<Figure>"] } },
          {
            output_type: "error",
            ename: "E",
            evalue: "v",
            traceback: ["\u001b[31mZeroDivisionError\u001b[0m"],
          },
        ],
      },
    ];
    await writeFile(join(place.folder, "a.ipynb"), JSON.stringify({ cells, nbformat: 4 }));

    const result = await place.call("read_file", { path: "a.ipynb" });

    expect(result).toMatchObject({ document: "ipynb", truncated: false });
    expect(String(result["content"]).replaceAll(/^\d+\|/gm, "")).toBe(
      "[markdown cell 1]\n# Title\nwords\n\n[code cell 2]\n1 / 0\n[output 2]\none\ntwo\n[image/png]\n<Figure>\nZeroDivisionError",
    );
  });

  test("a Word document is its paragraphs", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.docx"), docx(["First paragraph.", "Second one."]));

    expect(await place.call("read_file", { path: "a.docx" })).toEqual({
      content: "1|First paragraph.\n2|Second one.",
      total_lines: 2,
      truncated: false,
      document: "docx",
    });
  });

  test("a workbook is its sheets, cells parted by tabs", async () => {
    await using place = await openPlace();
    await writeFile(
      join(place.folder, "a.xlsx"),
      xlsx("Costs", [
        ["what", "how much"],
        ["tea", 3.5],
      ]),
    );

    expect(await place.call("read_file", { path: "a.xlsx" })).toMatchObject({
      content: "1|[sheet Costs]\n2|what\thow much\n3|tea\t3.5",
      document: "xlsx",
    });
  });

  test("a presentation is its slides in the order they are shown, with tables and notes", async () => {
    await using place = await openPlace();
    const row = (...cells: readonly string[]) =>
      `<a:tr>${cells.map((text) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`).join("")}</a:tr>`;
    const table = `<p:graphicFrame><a:tbl>${row("a", "b")}${row("c &lt; d", "")}</a:tbl></p:graphicFrame>`;
    const again = `<mc:AlternateContent><mc:Choice>${shape("Once")}</mc:Choice><mc:Fallback>${shape("Once")}</mc:Fallback></mc:AlternateContent>`;
    const slides = [
      {
        xml: slide(
          shape("Second", "two &amp; &#233;"),
          shape("7").replace("<p:sp>", '<p:sp><p:ph type="sldNum"/>'),
        ),
      },
      { xml: slide(shape("First"), table, again), notes: slide(shape("Say hello.")) },
    ];
    await writeFile(join(place.folder, "a.pptx"), pptx(slides, [2, 1]));

    const result = await place.call("read_file", { path: "a.pptx" });

    expect(result).toMatchObject({ document: "pptx", truncated: false });
    expect(String(result["content"]).replaceAll(/^\d+\|/gm, "")).toBe(
      "[slide 1]\nFirst\na\tb\nc < d\t\nOnce\n[notes]\nSay hello.\n\n[slide 2]\nSecond\ntwo & é",
    );
  });

  test("a presentation that shows one slide many times has it once", async () => {
    await using place = await openPlace();
    const order = Array.from({ length: 20_000 }, () => 1);
    await writeFile(join(place.folder, "a.pptx"), pptx([{ xml: slide(shape("Word")) }], order));

    expect(await place.call("read_file", { path: "a.pptx" })).toMatchObject({
      content: "1|[slide 1]\n2|Word",
    });
  });

  test("a PDF is its pages, in pages of lines like any text", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.pdf"), pdf(["Hello first page", "And the second"]));

    const result = await place.call("read_file", { path: "a.pdf", limit: 2 });
    const rest = await place.call("read_file", { path: "a.pdf", offset: 3 });

    expect(result).toMatchObject({
      content: "1|[page 1]\n2|Hello first page",
      truncated: true,
      document: "pdf",
    });
    expect(rest["content"]).toBe("3|\n4|[page 2]\n5|And the second");
  });

  test("what only pretends to be a document is an error that says so", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.ipynb"), "{}");
    await writeFile(join(place.folder, "a.docx"), "PK broken");
    await writeFile(join(place.folder, "a.pdf"), "%PDF-1.4 broken");
    const whole = pptx([{ xml: slide(shape("Word")) }], [1]);
    await writeFile(join(place.folder, "a.pptx"), "PK broken");
    await writeFile(join(place.folder, "cut.pptx"), whole.subarray(0, -40));
    await writeFile(join(place.folder, "other.pptx"), zip({ "a.txt": "text" }));

    for (const path of ["a.ipynb", "a.docx", "a.pdf", "a.pptx", "cut.pptx", "other.pptx"])
      expect((await place.call("read_file", { path }))["error"]).toMatch(
        /^\w+\.\w+ (can't be read as|unpacks)/,
      );
  });

  test("a ZIP bomb is refused before it is unpacked", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.docx"), docx(["x"], 4_000_000_000));

    expect(await place.call("read_file", { path: "a.docx" })).toEqual({
      error: "a.docx unpacks to more than 200 MB; it is not read.",
    });
    const slides = [{ xml: slide(shape("Word")) }];
    await writeFile(join(place.folder, "a.pptx"), pptx(slides, [1], 20_000_000));
    await writeFile(join(place.folder, "b.pptx"), pptx(slides, [1], 4_000_000_000));
    expect(await place.call("read_file", { path: "a.pptx" })).toEqual({
      error: "a.pptx can't be read as pptx: its text is more than 50 MB.",
    });
    expect(await place.call("read_file", { path: "b.pptx" })).toMatchObject({
      error: expect.stringContaining("more than 50 MB"),
    });
  });

  test("an image is told to be one, and what can be done about it", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 0, 0]));

    expect(await place.call("read_file", { path: "a.png" })).toEqual({
      error: "a.png is not text: a PNG image, 8 bytes.",
      hint: expect.stringContaining("Ask the person to attach it to a message"),
    });
  });

  test("documents are read where the files are, not on this machine", async () => {
    await using place = await openPlace();
    await using other = await openPlace({
      backendFrom: (backend) => ({ ...backend, readFile: async () => docx(["From elsewhere."]) }),
    });
    await writeFile(join(place.folder, "a.docx"), docx(["From here."]));

    expect(await other.call("read_file", { path: join(place.folder, "a.docx") })).toMatchObject({
      content: "1|From elsewhere.",
    });
  });
});

test("a reader that is not installed is an error with the command that installs it", async () => {
  await expect(loadReader("no-such-reader/node", "pdf")).rejects.toMatchObject({
    code: "FILE_READER_MISSING",
    message: "pdf files are read by no-such-reader, which is not installed.",
    hint: "Install it beside Hermes: npm install no-such-reader",
  });
});

test("whatever stands in the parts of a presentation, reading it ends in lines or in an error", async () => {
  const part = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          "<a:p>",
          "</a:p>",
          "<a:t>",
          "</a:t>",
          "<p:sp>",
          "</p:sp>",
          "<a:tr>",
          "</a:tr>",
          "<a:tc>",
          "word",
          "<![CDATA[",
          "]]>",
          "<!--",
          "-->",
          "&#x110000;",
          "&#0;",
          "<",
          "/>",
        ),
        { maxLength: 30 },
      )
      .map((pieces) => pieces.join("")),
  );
  await fc.assert(
    fc.asyncProperty(part, part, async (xml, notes) => {
      const result = await readDocument("a.pptx", pptx([{ xml, notes }], [1]), "pptx");
      expect(result).toMatchObject({ ok: true, text: expect.stringMatching(/^\[slide 1\]\n/) });
    }),
    randomRuns(60),
  );
});
