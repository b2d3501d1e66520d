import { access, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDocumentTool } from "../src/index.ts";
import { findFonts } from "../src/document/typst/find-fonts.ts";
import { documentPlace } from "./support/document-place.ts";

const formats = ["pdf", "docx", "pptx", "html"] as const;

test.each(formats)("what is code for a program that makes documents is text in %s", async (format) => {
  await using place = await documentPlace();
  const hostile = [
    '#read("/etc/passwd")',
    '#import "@preview/cetz:0.3.0"',
    "#sys.inputs",
    "$ sum_(i=0)^n $",
    "</w:t><w:p>",
    "]]>",
  ];
  const content = `---\ntitle: '#eval("1+1")'\nlang: '"]; #panic()'\n---\n\n${hostile.map((text) => `\`${text}\``).join("\n\n")}\n\n#eval("2*21")`;

  expect(await place.make({ format, content })).toMatchObject({ success: true });

  const text = (await place.text(`a.${format}`))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  for (const each of ['#read("/etc/passwd")', '#eval("2*21")', "</w:t>", "]]>"]) expect(text).toContain(each);
  expect(text).not.toMatch(/root:|\b42\b/);
});

test.each(formats)("control characters and halves of characters leave %s whole", async (format) => {
  await using place = await documentPlace();
  const content =
    "One\u0000\u0001\u0008\u000B two\uFFFE\uFFFF \uD800 three &#0; &#xFFFE; &#x1F; `\u001B[31m four`";

  expect(await place.make({ format, content })).toMatchObject({ success: true });

  const text = await place.text(`a.${format}`);
  expect(text).toMatch(/One\s+two\s+three[^]*four/);
  expect(text).not.toMatch(/[\u0000-\u0008\u000B\u001B\u001F\uFFFE\uFFFF]/u);
});

/** A PNG that says that it is large, and has next to nothing in it. */
function claimingPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const data = deflateSync(Buffer.alloc(1_000));
  const signature = Buffer.from("\u0089PNG\r\n\u001A\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

test("pictures that are bombs, broken, far away or too many are left out, and that is said", async () => {
  await using place = await documentPlace();
  await writeFile(join(place.folder, "bomb.png"), claimingPng(50_000));
  await writeFile(join(place.folder, "broken.png"), "no picture");
  await writeFile(
    join(place.folder, "bomb.svg"),
    '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>',
  );
  const many = Array.from({ length: 60 }, (_, index) => `![](missing-${index}.png)`).join("\n\n");
  const content =
    "![Bomb](bomb.png)\n\n![Broken](broken.png)\n\n![Svg](bomb.svg)\n\n![Far](https://example.org/a.png)\n\n![File](file:///etc/passwd)\n\n![Bad](%E0%A4%A)\n\n";

  const made = await place.make({ format: "html", content });
  const crowd = await place.make({ format: "html", content: many });

  expect(made.warnings).toHaveLength(6);
  expect(made.warnings?.join("\n")).toMatch(
    /pixel limit[^]*unsupported[^]*was not fetched[^]*was not fetched/i,
  );
  expect(await place.text("a.html")).not.toContain("<img");
  expect(crowd.warnings?.at(-1)).toBe("Only the first 50 of 60 images were put in.");
});

test("the policy judges every picture by where it really is, and the file before it is made and once it is", async () => {
  const asked: string[] = [];
  await using place = await documentPlace({
    policy: {
      async check({ path, access: use }) {
        asked.push(`${use} ${path}`);
        return use === "read" || path.endsWith("no.html")
          ? { ok: false, reason: "it is protected." }
          : { ok: true };
      },
    },
  });
  const content = "![Up](../../../../../../etc/passwd)";

  const made = await place.make({ format: "html", content });
  const refused = await place.make({ format: "html", content, output: "no.html" });

  const target = join(place.folder, "a.html");
  expect(asked.slice(0, 3)).toEqual([`write ${target}`, "read /etc/passwd", `write ${target}`]);
  expect(made.warnings).toEqual([expect.stringContaining("may not be read: it is protected.")]);
  expect(refused).toEqual({
    error: `${join(place.folder, "no.html")} may not be written: it is protected.`,
    hint: "Choose a path within the workspace.",
  });
  await expect(access(join(place.folder, "no.html"))).rejects.toThrow();
});

test("a link that is put in place of the file while it is made is judged again", async () => {
  const outside = await realpath(await mkdtemp(join(tmpdir(), "hermes-outside-")));
  onTestFinished(async () => await rm(outside, { recursive: true }));
  let checks = 0;
  await using place = await documentPlace({
    policy: {
      async check({ path }) {
        checks += 1;
        if (checks === 1) {
          await symlink(join(outside, "stolen.html"), path);
          return { ok: true };
        }
        return (await realpath(path).catch(() => outside)).startsWith(outside)
          ? { ok: false, reason: "it leads out." }
          : { ok: true };
      },
    },
  });

  expect(await place.make({ format: "html", content: "Text" })).toMatchObject({
    error: expect.stringContaining("it leads out."),
  });
  expect(await readdir(outside)).toEqual([]);
});

test("lists nested 500 deep are refused, and 100 deep are made", async () => {
  await using place = await documentPlace();
  const nested = (depth: number, mark: string) => `${mark.repeat(depth)}end`;

  for (const mark of ["- ", "> ", "1. "])
    expect(await place.make({ format: "html", content: nested(500, mark) })).toMatchObject({
      error: "The document is nested too deeply.",
    });
  for (const format of formats) {
    expect(await place.make({ format, content: nested(100, "> ") })).toMatchObject({ success: true });
    expect(await place.text(`a.${format}`)).toContain("end");
  }
});

test("a table of 100,000 rows is refused with its size, and 1,000 rows are set", async () => {
  await using place = await documentPlace();
  const table = (rows: number) => `| A | B |\n| - | - |\n${"| one | two |\n".repeat(rows)}`;

  expect(await place.make({ format: "pdf", content: table(100_000) })).toMatchObject({
    error: "The tables of the document have 200002 cells; at most 20000 are set.",
    hint: expect.stringContaining(".csv"),
  });
  expect(await place.make({ format: "pdf", content: table(1_000) })).toMatchObject({ success: true });
});

test("10 MB of Markdown are refused before they are parsed", async () => {
  const tools = new ToolRegistry({ guard: () => ({ allow: true }) });
  const files = { resolve: vi.fn(), readFile: vi.fn(), writeFile: vi.fn() };
  tools.register(createDocumentTool({ files }));
  const args = { format: "html", content: "a".repeat(10_000_000), output: "a.html" };

  const { content } = await tools.dispatch("make_document", args, testContext());

  expect(JSON.parse(content)).toMatchObject({ error: expect.stringMatching(/content.*2000000/i) });
  expect(files.resolve).not.toHaveBeenCalled();
});

test("footnotes that refer to each other or are bombs end", async () => {
  await using place = await documentPlace();
  const chain = Array.from({ length: 5_000 }, (_, index) => `[^${index}]: see [^${index + 1}]`).join("\n");

  expect(await place.make({ format: "html", content: `Text[^0]\n\n${chain}` })).toMatchObject({
    success: true,
  });
  expect(await place.text("a.html")).toContain("see [^1]");
});

const long = "Some *words* of a long text, with `code`.\n\n".repeat(46_000);

test.each(formats)(
  "a text of 2 MB as %s ends at the time limit, and other work goes on meanwhile",
  async (format) => {
    await using place = await documentPlace({ timeoutMs: 400 });
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    onTestFinished(() => clearInterval(timer));

    const made = await place.make({ format, content: long });

    expect(made).toMatchObject({
      error: "The document was not done after 0.4 seconds.",
      hint: expect.any(String),
    });
    expect(ticks).toBeGreaterThan(3);
    expect(await readdir(place.folder)).toEqual([]);
  },
);

test.each(formats)("%s that is cancelled in the middle leaves no file", async (format) => {
  const controller = new AbortController();
  await using place = await documentPlace({
    policy: {
      async check({ access: use }) {
        // Pictures are read between parsing and drawing.
        if (use === "read") setTimeout(() => controller.abort(new Error("cancelled")), 1);
        return { ok: true };
      },
    },
  });
  const content = `![](none.png)\n\n${"Some *words* of a text.\n\n".repeat(3_000)}`;

  await expect(place.make({ format, content }, controller.signal)).rejects.toThrow("cancelled");

  expect(await readdir(place.folder)).toEqual([]);
});

test("too many slides are refused", async () => {
  await using place = await documentPlace();
  expect(await place.make({ format: "pptx", content: "# One\n\n".repeat(501) })).toMatchObject({
    error: "The document has more than 500 slides.",
    hint: "Make several documents of it.",
  });
});

test("without sharp pictures are left out, and the answer says what to install", async () => {
  vi.doMock("sharp", () => {
    throw new Error("Cannot find package 'sharp'");
  });
  onTestFinished(() => vi.doUnmock("sharp"));
  await using place = await documentPlace();

  expect(await place.make({ format: "html", content: "![Alt](a.png)" })).toMatchObject({
    success: true,
    warnings: ["Images were left out: install sharp beside Hermes (npm install sharp)."],
  });
});

test("without Typst a PDF is refused, and the answer says what to install", async () => {
  vi.resetModules();
  vi.doMock("node:module", () => ({
    createRequire: () => ({
      resolve() {
        throw new Error("Cannot find module");
      },
    }),
  }));
  onTestFinished(() => {
    vi.doUnmock("node:module");
    vi.resetModules();
  });
  const { compileTypst } = await import("../src/document/typst/compile-typst.ts");
  const { signal } = new AbortController();

  await expect(
    compileTypst({ source: "", files: [], fonts: [], signal, timeoutMs: 1_000 }),
  ).rejects.toMatchObject({
    code: "DOCUMENT_LIBRARY_MISSING",
    hint: "Install it beside Hermes: npm install @myriaddreamin/typst-ts-node-compiler. Or use format html or docx.",
  });
});

test("a script without a font on this machine is a warning that names the package; Latin needs none", async () => {
  const found = await findFonts("Привет, สวัสดี, 你好", { lang: "en", within: ["/nowhere"] });

  expect(found.files).toEqual([]);
  expect(found.warnings).toEqual([
    expect.stringMatching(/^No font for Chinese .* Install fonts-noto-cjk/),
    expect.stringMatching(/^No font for Thai .* Install fonts-noto-core/),
  ]);
});
