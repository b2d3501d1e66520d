import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";

describe("read_file", () => {
  test("lines come with their numbers, and the last one counts without a line end", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\n\nthree");

    expect(await place.call("read_file", { path: "a.txt" })).toEqual({
      content: "1|one\n2|\n3|three",
      total_lines: 3,
      truncated: false,
    });
  });

  test("an empty file has no lines", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "");

    expect(await place.call("read_file", { path: "a.txt" })).toEqual({
      content: "",
      total_lines: 0,
      truncated: false,
    });
  });

  test("a page says which call brings the next one, up to the end", async () => {
    await using place = await openPlace();
    await writeFile(
      join(place.folder, "a.txt"),
      Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(""),
    );

    const first = await place.call("read_file", { path: "a.txt", offset: 4, limit: 3 });
    const last = await place.call("read_file", { path: "a.txt", offset: 7 });

    expect(first).toMatchObject({ content: "4|line 4\n5|line 5\n6|line 6", truncated: true });
    expect(first["hint"]).toBe("[lines 4–6 of 10; continue with offset: 7]");
    expect(last).toEqual({
      content: "7|line 7\n8|line 8\n9|line 9\n10|line 10",
      total_lines: 10,
      truncated: false,
    });
  });

  test("a page has 500 lines, and more on demand", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "x\n".repeat(1_200));
    const linesOf = (result: Record<string, unknown>) => String(result["content"]).split("\n").length;

    const first = await place.call("read_file", { path: "a.txt" });

    expect(linesOf(first)).toBe(500);
    expect(first["hint"]).toBe("[lines 1–500 of 1200; continue with offset: 501]");
    expect(linesOf(await place.call("read_file", { path: "a.txt", limit: 1_100 }))).toBe(1_100);
  });

  test("a page ends before 16 000 characters and following the hints gives every line once", async () => {
    await using place = await openPlace();
    const lines = Array.from({ length: 5_000 }, (_, index) => `${index}\t"${"x".repeat(index % 200)}"`);
    await writeFile(join(place.folder, "a.txt"), lines.join("\n"));

    const seen: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const page = await place.call("read_file", { path: "a.txt", offset });
      const content = String(page["content"]);
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(16_000);
      seen.push(...content.split("\n"));
      offset =
        page["truncated"] === true ? Number(/offset: (\d+)/.exec(String(page["hint"]))?.[1]) : undefined;
    }

    expect(seen).toEqual(lines.map((line, index) => `${index + 1}|${line}`));
  });

  test("a line beyond 2000 characters is cut and says by how much", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), `${"x".repeat(1_999)}😀${"y".repeat(100)}\nshort\n`);

    const { content } = await place.call("read_file", { path: "a.txt" });

    expect(content).toBe(`1|${"x".repeat(1_999)}… [102 more characters]\n2|short`);
  });

  test("an offset past the end is an error with the number of lines", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "one\n");

    expect(await place.call("read_file", { path: "a.txt", offset: 5 })).toEqual({
      error: "a.txt has 1 line; line 5 is past its end.",
      hint: "Use an offset of at most 1.",
    });
  });

  test("a byte order mark and carriage returns are left out, and CRLF is named", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "\ufeffone\r\ntwo\r\n");

    expect(await place.call("read_file", { path: "a.txt" })).toEqual({
      content: "1|one\n2|two",
      total_lines: 2,
      truncated: false,
      line_ends: "crlf",
    });
  });

  test("UTF-16 is read, and named", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), Buffer.from("\ufeffhé\n", "utf16le"));
    await writeFile(join(place.folder, "b.txt"), Buffer.from("\ufeffhé\n", "utf16le").swap16());

    expect(await place.call("read_file", { path: "a.txt" })).toMatchObject({
      content: "1|hé",
      encoding: "utf-16le",
    });
    expect(await place.call("read_file", { path: "b.txt" })).toMatchObject({
      content: "1|hé",
      encoding: "utf-16be",
    });
  });

  test("what is not text is refused with its size and what it looks like", async () => {
    await using place = await openPlace();
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), Buffer.alloc(2_000)]);
    await writeFile(join(place.folder, "a.png"), png);
    await writeFile(join(place.folder, "b.txt"), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    await writeFile(join(place.folder, "c.bin"), Buffer.from("a\0b"));

    expect((await place.call("read_file", { path: "a.png" }))["error"]).toBe(
      "a.png is not text: a PNG image, 2.0 kB.",
    );
    expect((await place.call("read_file", { path: "b.txt" }))["error"]).toMatch(
      /another encoding than UTF-8.*4 bytes/,
    );
    expect((await place.call("read_file", { path: "c.bin" }))["error"]).toMatch(/binary data, 3 bytes/);
  });

  test("a missing file names similar ones, a missing folder the nearest that is there", async () => {
    await using place = await openPlace();
    await mkdir(join(place.folder, "src"));
    for (const name of ["config.ts", "Main.ts", "other.md"])
      await writeFile(join(place.folder, "src", name), "");

    const config = await place.call("read_file", { path: "src/config.js" });
    const main = await place.call("read_file", { path: "src/main.ts" });
    const folder = await place.call("read_file", { path: "src/deep/er/a.ts" });

    expect(config).toEqual({
      error: "src/config.js does not exist.",
      hint: "Similar in that folder: src/config.ts.",
    });
    expect(main["hint"]).toContain("src/Main.ts");
    expect(folder["hint"]).toBe(`The nearest folder that exists is ${place.folder}/src.`);
  });

  test("a folder is refused with a way to see into it", async () => {
    await using place = await openPlace();

    expect(await place.call("read_file", { path: "." })).toMatchObject({
      error: ". is a folder.",
      hint: expect.stringContaining("search"),
    });
  });

  test("paths start in the working directory that a command left behind", async () => {
    await using place = await openPlace();
    await place.backend.exec("mkdir below; echo there > below/a.txt; cd below", { taskId: "task" });

    expect(await place.call("read_file", { path: "a.txt" })).toMatchObject({ content: "1|there" });
  });
});
