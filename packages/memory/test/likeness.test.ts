import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMemory, type MemoryOutcome, type MemoryStore } from "../src/index.ts";
import { readNotes, type KnownNote } from "./corpus/read-notes.ts";
import { isLongRun } from "./support/long-runs.ts";
import { tempFolder } from "./support/temp-folder.ts";

const storeSize = 20;

/** Memories that hold some of the notes each. Where nothing more fits, what is not merged changes nothing. */
function filled(
  notes: readonly KnownNote[],
  { isFull }: { readonly isFull: boolean },
): readonly { readonly memory: MemoryStore; readonly held: readonly KnownNote[] }[] {
  return Array.from({ length: Math.ceil(notes.length / storeSize) }, (_, index) => {
    const held = notes.slice(index * storeSize, (index + 1) * storeSize);
    const folder = tempFolder();
    const text = held.map((note) => note.text).join("\n§\n");
    writeFileSync(join(folder, "MEMORY.md"), `${text}\n`);
    return { memory: openMemory({ folder, memoryCharLimit: isFull ? [...text].length : 100_000 }), held };
  });
}

interface Offered {
  readonly known: string;
  readonly text: string;
  readonly outcome: MemoryOutcome;
}

async function offer(
  notes: readonly KnownNote[],
  { what, isFull }: { readonly what: "again" | "apart" | "against"; readonly isFull: boolean },
): Promise<readonly Offered[]> {
  const offered: Offered[] = [];
  for (const { memory, held } of filled(notes, { isFull }))
    for (const note of held)
      for (const text of note[what])
        offered.push({ known: note.text, text, outcome: await memory.add("memory", text) });
  return offered;
}

const mergedInto = ({ outcome }: Offered): string | undefined =>
  outcome.ok && (outcome.change === "merged" || outcome.change === "unchanged") ? outcome.entry : undefined;

const share = (offered: readonly Offered[], test: (one: Offered) => boolean): number =>
  offered.filter(test).length / offered.length;

// Every third fact by default, so that it stays quick.
const seen = readNotes("notes.txt").filter((_, index) => isLongRun || index % 3 === 0);
const writtenLast = readNotes("notes-written-last.txt");

test.each([
  { name: "notes.txt", notes: seen, bar: 0.7 },
  { name: "notes-written-last.txt", notes: writtenLast, bar: 0.85 },
])("most free paraphrases of $name are merged, each into its own fact", async ({ notes, bar }) => {
  const offered = await offer(notes, { what: "again", isFull: true });

  expect(share(offered, (one) => mergedInto(one) === one.known)).toBeGreaterThanOrEqual(bar);
  expect(offered.filter((one) => ![undefined, one.known].includes(mergedInto(one)))).toEqual([]);
});

test.each([
  { name: "notes.txt", notes: seen },
  { name: "notes-written-last.txt", notes: writtenLast },
])(
  "of what looks like a fact of $name and says something else at most one in a hundred is merged",
  async ({ notes }) => {
    const offered = await offer(notes, { what: "apart", isFull: true });

    expect(share(offered, (one) => mergedInto(one) !== undefined)).toBeLessThanOrEqual(0.01);
  },
);

test.each([
  { name: "notes.txt", notes: seen, bar: 0.75 },
  { name: "notes-written-last.txt", notes: writtenLast, bar: 0.85 },
])("another value for what a fact of $name says is asked about", async ({ notes, bar }) => {
  const offered = await offer(notes, { what: "against", isFull: false });

  const isAsked = ({ known, outcome }: Offered): boolean =>
    !outcome.ok && outcome.problem === "contradiction" && outcome.matches.includes(known);
  expect(share(offered, isAsked)).toBeGreaterThanOrEqual(bar);
});
