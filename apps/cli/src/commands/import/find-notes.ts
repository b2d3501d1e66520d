import type { MemoryStore, MemoryTarget } from "@hermes/memory";
import { redact } from "@hermes/redaction";
import type { AgentPlace } from "./agent-places.ts";
import type { FoundImports, ImportItem, ImportProblem } from "./import-item.ts";
import { noteTexts } from "./note-texts.ts";
import { readAgentFile } from "./read-agent-file.ts";

/** What the person told other agents everywhere, as notes that fit into memory. */
export async function findNotes(
  places: readonly AgentPlace[],
  notes: Pick<MemoryStore, "read" | "refusalOf" | "targets">,
): Promise<FoundImports> {
  const items: ImportItem[] = [];
  const problems: ImportProblem[] = [];
  const target = notes.targets.find((each) => each === "memory") ?? notes.targets[0];
  const room = roomIn(notes, target);
  for (const place of places.filter(({ kind }) => kind === "notes")) {
    // oxlint-disable-next-line no-await-in-loop -- the first files get the room
    const file = await readAgentFile(place.path, place.root);
    if (file === undefined) continue;
    if ("problem" in file) {
      problems.push({ file: place.path, ...file });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    for (const text of await noteTexts(file.text)) {
      const hidden = redact(text);
      const facts = { kind: "memory", agent: place.agent, file: place.path, ofProject: false } as const;
      const shown = { ...facts, name: hidden, details: [] };
      // oxlint-disable-next-line no-await-in-loop
      const refusal = hidden === text ? await notes.refusalOf(text) : "it holds what looks like a key";
      if (refusal !== undefined)
        items.push({ ...shown, ...unshown(refusal), standing: "left", reason: refusal });
      else if (/^@\S+$/.test(text))
        items.push({ ...shown, standing: "left", reason: "it only names another file" });
      else if (target === undefined)
        items.push({ ...shown, standing: "left", reason: "memory is switched off" });
      else items.push({ ...shown, ...room.take(text, target) });
    }
  }
  return { items, problems };
}

/** What the checks of memory take for a key is not always what is masked. */
function unshown(refusal: string): Pick<ImportItem, "name"> | undefined {
  return refusal.includes("credentials.") ? { name: "a note with a key in it" } : undefined;
}

type Taken = Pick<ImportItem, "standing" | "becomes" | "reason" | "taking">;

/** Gives out what is free of a target, first come first served. */
function roomIn(
  notes: Pick<MemoryStore, "read">,
  target: MemoryTarget | undefined,
): { take(text: string, target: MemoryTarget): Taken } {
  const contents = target === undefined ? undefined : notes.read(target);
  const known = new Set(contents?.entries.map(comparable));
  let free = contents === undefined ? 0 : contents.limitChars - contents.usedChars;
  return {
    take(text, into) {
      const becomes = into === "memory" ? "MEMORY.md" : "USER.md";
      if (known.has(comparable(text))) return { standing: "known", becomes };
      const needed = [...text].length + separatorChars;
      if (needed > free) return { standing: "left", reason: `it does not fit: ${becomes} is full` };
      free -= needed;
      known.add(comparable(text));
      return { standing: "new", becomes, taking: { type: "note", target: into, text } };
    },
  };
}

/** A line of `§` between two entries. */
const separatorChars = 3;

/** Memory takes these for one, too. */
function comparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim().replace(/\.$/, "").toLowerCase();
}
