import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";
import { randomRuns } from "./random-runs.ts";

describe("patch", () => {
  test("a text that is there once is replaced, and the change comes back as a diff", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.ts"), "const a = 1;\nconst b = 2;\n");

    const result = await place.call("patch", { path: "a.ts", old_string: "b = 2", new_string: "b = 3" });

    expect(result).toEqual({
      path: `${place.folder}/a.ts`,
      replacements: 1,
      diff: "--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;",
    });
    expect(await readFile(join(place.folder, "a.ts"), "utf8")).toBe("const a = 1;\nconst b = 3;\n");
  });

  test("a text that is there twice is refused with its lines, and replaced everywhere on demand", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.ts"), "x\ny\nx\n");

    const refused = await place.call("patch", { path: "a.ts", old_string: "x", new_string: "z" });
    const all = await place.call("patch", {
      path: "a.ts",
      old_string: "x",
      new_string: "z",
      replace_all: true,
    });

    expect(refused["error"]).toBe("old_string is in a.ts 2 times (lines 1, 3); nothing was changed.");
    expect(refused["hint"]).toMatch(/replace_all\. There is:\n1\|x\n2\|y\n…\n2\|y\n3\|x/);
    expect(all).toMatchObject({ replacements: 2 });
    expect(await readFile(join(place.folder, "a.ts"), "utf8")).toBe("z\ny\nz\n");
  });

  test("a text that is not there is answered with the nearest lines as they are", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.ts"), "function a() {\n  return first + second;\n}\n");

    const result = await place.call("patch", {
      path: "a.ts",
      old_string: "return first+second;",
      new_string: "",
    });

    expect(result).toEqual({
      error: "old_string is not in a.ts; nothing was changed.",
      hint: "Nearest are line 2:\n2|  return first + second;",
    });
  });

  test("a CRLF file with a byte order mark takes a patch with LF and keeps both", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "\ufeffa\r\nb\r\nc\r\n");

    await place.call("patch", { path: "a.txt", old_string: "a\nb\n", new_string: "1\n2\n3\n" });

    expect(await readFile(join(place.folder, "a.txt"), "utf8")).toBe("\ufeff1\r\n2\r\n3\r\nc\r\n");
  });

  test("nothing to replace, nothing to change and a missing file are errors of their own", async () => {
    await using place = await openPlace();
    await writeFile(join(place.folder, "a.txt"), "a");

    expect((await place.call("patch", { path: "a.txt", old_string: "", new_string: "b" }))["error"]).toMatch(
      /empty/,
    );
    expect((await place.call("patch", { path: "a.txt", old_string: "a", new_string: "a" }))["error"]).toMatch(
      /the same/,
    );
    expect((await place.call("patch", { path: "b.txt", old_string: "a", new_string: "b" }))["hint"]).toMatch(
      /a\.txt/,
    );
  });

  test("a file that is not UTF-8 is refused, so that none of its bytes is lost", async () => {
    await using place = await openPlace();
    const bytes = Buffer.from([0x61, 0xe9, 0x62]);
    await writeFile(join(place.folder, "a.txt"), bytes);

    expect(await place.call("patch", { path: "a.txt", old_string: "a", new_string: "b" })).toHaveProperty(
      "error",
    );
    expect(await readFile(join(place.folder, "a.txt"))).toEqual(bytes);
  });

  test("a patch that does not fit exactly once never touches the file", async () => {
    await using place = await openPlace();
    const path = join(place.folder, "a.txt");
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "é"), maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (before, old, replacement) => {
        await writeFile(path, before);
        await place.call("read_file", { path: "a.txt" });
        const { ino } = await stat(path);
        const result = await place.call("patch", { path: "a.txt", old_string: old, new_string: replacement });

        const lineFeeds = (value: string) => value.replaceAll("\r\n", "\n");
        const parts = lineFeeds(before).split(lineFeeds(old)).length - 1;
        const changed = await readFile(path, "utf8");
        if ("error" in result) {
          expect(changed).toBe(before);
          expect((await stat(path)).ino).toBe(ino);
        } else if ("matched" in result) {
          expect(parts).toBe(0);
          expect(changed).not.toBe(before);
        } else {
          expect(parts).toBe(1);
          expect(lineFeeds(changed)).toBe(
            lineFeeds(lineFeeds(before).replace(lineFeeds(old), () => lineFeeds(replacement))),
          );
        }
      }),
      randomRuns(2_000),
    );
  }, 120_000);
});
