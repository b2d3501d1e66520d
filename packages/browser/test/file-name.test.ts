import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { safeFileName, writeInto } from "../src/session/file-name.ts";

test("whatever a page calls a file, it lies in the folder under a name that systems take", () => {
  const names = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.constantFrom("..", "/", "\\", ".", " ", "con", "\u202e", "\0", "a", ":"))
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(names, (suggested) => {
      const name = safeFileName(suggested);

      expect(dirname(resolve("/folder", name))).toBe("/folder");
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\\/:]|^\.|^$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }),
  );
});

test("files of one name do not take each other's place, also when they come at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-names-"));

  const paths = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => await writeInto(folder, "a.txt", Buffer.from(String(index))),
    ),
  );

  expect(new Set(paths).size).toBe(20);
  expect(readdirSync(folder)).toHaveLength(20);
  rmSync(folder, { recursive: true });
});
