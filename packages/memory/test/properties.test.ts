import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openMemory } from "../src/index.ts";
import { runs } from "./support/long-runs.ts";
import { tempFolder } from "./support/temp-folder.ts";

const words = fc.constantFrom(
  "tea",
  "coffee",
  "pnpm",
  "a",
  "§",
  "\n",
  "\r\n§\r\n",
  "  ",
  "Ada.",
  "😀",
  "x".repeat(60),
  "\u200b",
);
const text = fc.oneof(
  fc.array(words, { maxLength: 4 }).map((parts) => parts.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const step = fc.oneof(
  fc.record({ action: fc.constant("add" as const), content: text }),
  fc.record({ action: fc.constant("replace" as const), oldText: text, content: text }),
  fc.record({ action: fc.constant("remove" as const), oldText: text }),
  // A person saves the file with one entry more, in a way of their own.
  fc.record({
    action: fc.constant("edit" as const),
    content: fc.constantFrom("By hand", "By\nhand, twice", "Fine § here"),
  }),
);

test("any sequence of changes keeps files readable, within the limit, and every entry that was not meant", async () => {
  const limitChars = 300;
  let round = 0;
  const root = tempFolder();

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const folder = join(root, String(++round));
      mkdirSync(folder);
      const memory = openMemory({ folder, memoryCharLimit: limitChars });
      for (const one of steps) {
        const before = memory.read("memory");
        if (one.action === "edit") {
          if (before.entries.length === 0) continue;
          const path = join(folder, "MEMORY.md");
          writeFileSync(path, `${readFileSync(path, "utf8")}\r\n§\r\n${one.content}\r\n`);
          expect(memory.read("memory").entries).toEqual([...before.entries, one.content.replace("\n", " ")]);
          continue;
        }

        const outcome = await (one.action === "add"
          ? memory.add("memory", one.content)
          : one.action === "remove"
            ? memory.remove("memory", one.oldText)
            : memory.replace("memory", one));

        const after = memory.read("memory");
        expect(after).toEqual(outcome.contents);
        expect(openMemory({ folder, memoryCharLimit: limitChars }).read("memory")).toEqual(after);
        if (!outcome.ok || outcome.change === "unchanged" || outcome.change === "merged") {
          expect(after).toEqual(before);
          continue;
        }
        expect(after.usedChars).toBeLessThanOrEqual(Math.max(limitChars, before.usedChars - 1));
        const gone = new Set(before.entries.filter((entry) => !after.entries.includes(entry)).map(form));
        expect(gone.size).toBeLessThanOrEqual(outcome.change === "added" ? 0 : 1);
        if (outcome.change === "added") expect(after.entries).toEqual([...before.entries, outcome.entry]);
        if (outcome.change === "replaced") expect(after.entries).toContain(outcome.entry);
        if (outcome.change === "removed") expect([...gone]).toEqual([form(outcome.entry)]);
      }
      expect(readdirSync(folder).filter((name) => !/\.md$|^\.receipts-/.test(name))).toEqual([]);
    }),
    runs(1_000),
  );
});

/** Entries that differ only in this are copies of each other, and go together. */
function form(entry: string): string {
  return entry.normalize("NFC").replace(/\s+/g, " ").trim().replace(/\.$/, "");
}
