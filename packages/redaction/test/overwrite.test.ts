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
  const inner = fc.string({ unit: fc.constantFrom('"', "\\", "\n", "é", "x"), maxLength: 6 });
  const text = inner.map((middle) => `a${middle}z`);
  const around = fc.string({ unit: fc.constantFrom('"', "\\", "\n", "1"), maxLength: 4 });
  fc.assert(
    fc.property(around, around, text, (before, after, known) => {
      const { text: without } = createOverwriter(known);
      const kept = `${before}${known}${after}`;
      const clean = `${before}[redacted]${after}`;

      expect(without(kept)).toBe(clean);
      expect(JSON.parse(without(JSON.stringify({ kept })))).toEqual({ kept: clean });
      expect(without(JSON.stringify(JSON.stringify(kept)))).toBe(JSON.stringify(JSON.stringify(clean)));
    }),
    { numRuns: 200, seed: 7 },
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
