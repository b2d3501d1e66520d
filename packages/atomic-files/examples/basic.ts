import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendLine, openDraft, replaceFile, withFileLock } from "@hermes/atomic-files";

const folder = mkdtempSync(join(tmpdir(), "atomic-files-"));
const notes = join(folder, "notes.md");

// Read, change and write, with nobody in between, in this process or another.
await withFileLock(
  `${notes}.lock`,
  () => {
    replaceFile(notes, "The tests run with vitest.\n");
    appendLine(join(folder, "log.jsonl"), JSON.stringify({ changed: "notes.md" }));
  },
  { code: "NOTES_LOCKED" },
);

// In pieces, with a last look before it counts.
const draft = openDraft(notes);
try {
  for (const piece of ["The tests run with vitest.\n", "The build runs with tsup.\n"]) draft.write(piece);
  draft.put(() => readFileSync(notes, "utf8") === "The tests run with vitest.\n");
} finally {
  draft[Symbol.dispose]();
}

console.log(readFileSync(notes, "utf8"));
rmSync(folder, { recursive: true });
