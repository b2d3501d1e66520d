import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMemory, type MemoryOutcome, type MemoryStore } from "../src/index.ts";
import { readNotes, type KnownNote } from "./corpus/read-notes.ts";
import { tempFolder } from "./support/temp-folder.ts";

const storeSize = 20;

/** Memories that hold some of the notes each. */
function filled(
  notes: readonly KnownNote[],
): readonly { readonly memory: MemoryStore; readonly held: readonly KnownNote[] }[] {
  return Array.from({ length: Math.ceil(notes.length / storeSize) }, (_, index) => {
    const held = notes.slice(index * storeSize, (index + 1) * storeSize);
    const folder = tempFolder();
    writeFileSync(join(folder, "MEMORY.md"), `${held.map((note) => note.text).join("\n§\n")}\n`);
    return { memory: openMemory({ folder, memoryCharLimit: 100_000 }), held };
  });
}

interface Offered {
  readonly known: string;
  readonly text: string;
  readonly outcome: MemoryOutcome;
}

async function offer(
  notes: readonly KnownNote[],
  what: "again" | "apart" | "against",
): Promise<readonly Offered[]> {
  const offered: Offered[] = [];
  for (const { memory, held } of filled(notes))
    for (const note of held)
      for (const text of note[what]) {
        const outcome = await memory.add("memory", text);
        if (outcome.ok && outcome.changeId !== undefined) await memory.revert(outcome.changeId);
        offered.push({ known: note.text, text, outcome });
      }
  return offered;
}

const share = (offered: readonly Offered[], test: (one: Offered) => boolean): number =>
  offered.filter(test).length / offered.length;

const isShown = ({ known, outcome }: Offered): boolean =>
  !outcome.ok && outcome.problem === "similar" && outcome.matches.includes(known);
const isMerged = ({ outcome }: Offered): boolean => outcome.ok && outcome.change !== "added";

const seen = readNotes("notes.txt");
const writtenLast = readNotes("notes-written-last.txt");

test.each([
  { name: "notes.txt", notes: seen, again: 0.75, against: 0.9 },
  { name: "notes-written-last.txt", notes: writtenLast, again: 0.9, against: 0.9 },
])(
  "who writes a fact of $name again in other words, or another value for it, is mostly shown it",
  async ({ notes, again, against }) => {
    expect(share(await offer(notes, "again"), isShown)).toBeGreaterThanOrEqual(again);
    expect(share(await offer(notes, "against"), isShown)).toBeGreaterThanOrEqual(against);
  },
);

test("nothing that only looks like a fact is merged into it", async () => {
  for (const what of ["apart", "against"] as const)
    expect((await offer([...seen, ...writtenLast], what)).filter(isMerged)).toEqual([]);
});

test("facts that have nothing to do with each other are hardly ever asked about", async () => {
  const texts = [...seen, ...writtenLast].map(({ text }) => text);
  let asked = 0;
  for (let start = 0; start < texts.length; start += storeSize) {
    const memory = openMemory({ folder: tempFolder(), memoryCharLimit: 100_000 });
    for (const text of texts.slice(start, start + storeSize))
      if (!(await memory.add("memory", text)).ok) asked++;
  }

  expect(asked / texts.length).toBeLessThanOrEqual(0.02);
});
