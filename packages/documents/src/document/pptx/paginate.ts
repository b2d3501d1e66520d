import { plainText } from "../document-model.ts";
import type { DocumentModel, Run } from "../document-model.ts";
import { lineCount, roomInches } from "./slide-part.ts";
import type { Part } from "./slide-part.ts";

export interface SlidePage {
  readonly parts: readonly Part[];
  /** Footnotes that the parts refer to. */
  readonly notes: readonly number[];
}

/** Parts in the order they come, as many on each slide as there is room for above the footnotes they refer to. */
export function paginate(parts: readonly Part[], says: DocumentModel["notes"]): readonly SlidePage[] {
  const pages: { readonly parts: Part[]; readonly notes: Set<number> }[] = [];
  let used = 0;
  for (const part of parts) {
    const numbers = notesOf(part);
    const withNotes = (known?: ReadonlySet<number>): number =>
      [...numbers]
        .filter((number) => known?.has(number) !== true)
        .reduce((sum, number) => sum + noteHeight(says[number - 1] ?? []), part.height);
    let page = pages.at(-1);
    if (page === undefined || used + withNotes(page.notes) > roomInches) {
      page = { parts: [], notes: new Set() };
      pages.push(page);
      used = 0;
    }
    used += withNotes(page.notes);
    page.parts.push(part);
    for (const number of numbers) page.notes.add(number);
  }
  if (pages.length === 0) return [{ parts: [], notes: [] }];
  return pages.map(({ parts: placed, notes }) => ({ parts: placed, notes: [...notes] }));
}

function notesOf(part: Part): ReadonlySet<number> {
  const runs =
    part.kind === "text"
      ? part.runs
      : part.kind === "table"
        ? [part.table.header, ...part.table.rows].flat(2)
        : [];
  return new Set(runs.flatMap(({ note }) => (note === undefined ? [] : [note])));
}

/** Of a footnote in 11 points. */
export function noteHeight(runs: readonly Run[]): number {
  return lineCount(plainText(runs), 150) * 0.2 + 0.05;
}
