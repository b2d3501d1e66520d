import { chmod, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";
import { randomRuns } from "./random-runs.ts";

describe("write_file", () => {
  test("a new file is made with its folders and its path and size come back", async () => {
    await using place = await openPlace();

    const result = await place.call("write_file", { path: "a/b/c.txt", content: "é\n" });

    expect(result).toEqual({ path: `${place.folder}/a/b/c.txt`, bytes: 3, created: true });
    expect(await readFile(join(place.folder, "a/b/c.txt"), "utf8")).toBe("é\n");
  });

  test("a person sees what became different, the model does not", async () => {
    await using place = await openPlace();

    const made = await place.shown("write_file", { path: "a.txt", content: "one\ntwo\n" });
    const changed = await place.shown("write_file", { path: "a.txt", content: "one\n2\n" });
    const same = await place.shown("write_file", { path: "a.txt", content: "one\n2\n" });

    expect(made?.diff).toBe("--- a.txt\n+++ a.txt\n@@ -0,0 +1,2 @@\n+one\n+two");
    expect(changed?.diff).toBe("--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2");
    expect(same).toBeUndefined();
    expect(await place.call("write_file", { path: "a.txt", content: "3" })).not.toHaveProperty("diff");
  });

  test("a file that exists keeps its mode and its place behind a link", async () => {
    await using place = await openPlace();
    const path = join(place.folder, "run.sh");
    await writeFile(path, "old");
    await chmod(path, 0o755);
    await symlink("run.sh", join(place.folder, "link"));

    const result = await place.call("write_file", { path: "link", content: "new" });

    expect(result).toMatchObject({ created: false });
    expect(await readFile(path, "utf8")).toBe("new");
    expect((await stat(path)).mode & 0o777).toBe(0o755);
    expect(await readdir(place.folder)).toEqual(["link", "run.sh"]);
  });

  test("a CRLF file with a byte order mark keeps both", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "\ufeffa\r\nb\r\n");

    const result = await place.call("write_file", { path: "a.txt", content: "x\ny\n" });

    expect(result).toMatchObject({ line_ends: "crlf", bytes: 9 });
    expect(await readFile(join(place.folder, "a.txt"), "utf8")).toBe("\ufeffx\r\ny\r\n");
  });

  test("a UTF-16 file stays one", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), Buffer.from("\ufeffold", "utf16le"));

    await place.call("write_file", { path: "a.txt", content: "né" });

    expect(await readFile(join(place.folder, "a.txt"), "utf16le")).toBe("\ufeffné");
  });

  test("a file of mixed or plain line ends is written as given", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "mixed.txt"), "a\r\nb\n");
    await writeFile(join(place.folder, "plain.txt"), "a\n");

    await place.call("write_file", { path: "mixed.txt", content: "x\ny\n" });
    await place.call("write_file", { path: "plain.txt", content: "x\r\ny\r\n" });

    expect(await readFile(join(place.folder, "mixed.txt"), "utf8")).toBe("x\ny\n");
    expect(await readFile(join(place.folder, "plain.txt"), "utf8")).toBe("x\r\ny\r\n");
  });

  test("a folder and a file in the way are errors that leave everything as it was", async () => {
    await using place = await openPlace();
    await mkdir(join(place.folder, "folder"));
    await writeFile(join(place.folder, "file"), "old");

    expect(await place.call("write_file", { path: "folder", content: "x" })).toEqual({
      error: "folder is a folder, not a file.",
    });
    expect((await place.call("write_file", { path: "file/x", content: "x" }))["error"]).toMatch(
      /not a folder/,
    );
    expect(await readdir(place.folder)).toEqual(["file", "folder"]);
  });

  test("any text comes back as it was written, over any file that was there", async () => {
    await using place = await openPlace();
    const units = ["a", "\n", "\r\n", "\r", "é", "漢", "😀", "\t", "|", "\u2028"];
    const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.option(text), text, async (before, content) => {
        await rm(join(place.folder, "a.txt"), { force: true });
        if (before !== null) await writeFile(join(place.folder, "a.txt"), before);
        await place.call("read_file", { path: "a.txt" });
        await place.call("write_file", { path: "a.txt", content });

        const written = await readFile(join(place.folder, "a.txt"), "utf8");
        const keepsCrlf =
          before !== null &&
          before.includes("\r\n") &&
          !/(?<!\r)\n/.test(before) &&
          !content.includes("\r\n");
        expect(written).toBe(keepsCrlf ? content.replaceAll("\n", "\r\n") : content);

        const read = await place.call("read_file", { path: "a.txt" });
        const lines = content.split(/\r?\n/);
        if (lines.at(-1) === "") lines.pop();
        expect(read["total_lines"]).toBe(lines.length);
      }),
      randomRuns(1_000),
    );
  }, 120_000);
});
