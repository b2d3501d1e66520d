import { mkdtemp, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { filesWith, overwriteInFile, overwriteInFolder } from "../src/overwrite-files.ts";
import { createOverwriter } from "../src/index.ts";

const secret = 'pa"ss\nwörd';
const inJson = JSON.stringify({ a: [secret], b: JSON.stringify({ secret }) });

test("a known text is overwritten as it is, as JSON and as JSON in JSON, and what is around it stays", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (before, after, text) => {
      fc.pre(!`${before}${after}`.includes(text) && !"[redacted]".includes(text));
      const kept = JSON.stringify({ deep: JSON.stringify({ before, text, after }) });
      const clean = createOverwriter(text).text(`${text}\n${kept}`);

      expect(clean.startsWith("[redacted]\n")).toBe(true);
      expect(clean).not.toContain(JSON.stringify(text).slice(1, -1));
    }),
    { numRuns: 100, seed: 7 },
  );
});

test("files are overwritten byte by byte; one that is not there or holds zeros stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "overwrite-"));
  await mkdir(join(folder, "deep"));
  const [latin, json, binary] = ["latin.txt", "deep/a.json", "b.bin"].map((name) => join(folder, name));
  const around = Buffer.from([0xe9, 0xff, 0x0a]);
  await writeFile(latin ?? "", Buffer.concat([around, Buffer.from(secret), around]));
  await writeFile(json ?? "", inJson);
  await writeFile(binary ?? "", `\0${secret}`);
  const { signal } = new AbortController();

  expect((await filesWith(folder, secret, signal)).found).toHaveLength(3);
  expect(await overwriteInFile(join(folder, "none"), secret)).toBe(false);
  expect(await overwriteInFile(binary ?? "", secret)).toBe(false);
  expect(await overwriteInFile(latin ?? "", secret)).toBe(true);
  expect(await readFile(latin ?? "")).toEqual(Buffer.concat([around, Buffer.from("[redacted]"), around]));
  expect(await overwriteInFolder(folder, secret)).toBe(2);
  expect(JSON.parse(await readFile(json ?? "", "utf8"))).toEqual({
    a: ["[redacted]"],
    b: '{"secret":"[redacted]"}',
  });
  expect((await filesWith(folder, secret, signal)).found).toEqual([]);
  expect(await overwriteInFolder(join(folder, "none"), secret)).toBe(0);
});
