import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadReader } from "../src/documents/load-reader.ts";
import { openPlace } from "./place.ts";
import { docx, pdf, xlsx } from "./support/documents.ts";

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

    for (const path of ["a.ipynb", "a.docx", "a.pdf"])
      expect((await place.call("read_file", { path }))["error"]).toMatch(
        /^a\.\w+ (can't be read as|unpacks)/,
      );
  });

  test("a ZIP bomb is refused before it is unpacked", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.docx"), docx(["x"], 4_000_000_000));

    expect(await place.call("read_file", { path: "a.docx" })).toEqual({
      error: "a.docx unpacks to more than 200 MB; it is not read.",
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
