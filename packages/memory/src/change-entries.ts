import { closestEntry } from "./close-entries.ts";
import { findRefusal } from "./find-refusal.ts";
import { comparableForm, countChars, foldLines } from "./memory-file.ts";
import type { MemoryProblem } from "./memory-store.ts";

export type EntriesChange =
  | { readonly action: "add"; readonly content: string }
  | { readonly action: "replace"; readonly oldText: string; readonly content: string }
  | { readonly action: "remove"; readonly oldText: string };

/** The entries as they should be after the change, or as they are and why they stay so. */
export type PlannedChange =
  | {
      readonly ok: true;
      readonly change: "added" | "replaced" | "removed" | "unchanged" | "merged";
      readonly entry: string;
      readonly entries: readonly string[];
    }
  | {
      readonly ok: false;
      readonly problem: MemoryProblem;
      readonly reason: string;
      readonly matches: readonly string[];
      readonly entries: readonly string[];
    };

export interface ChangeRules {
  readonly limitChars: number;
  /** Whether an addition that comes near to an entry is a question. @default false */
  readonly asks?: boolean | undefined;
}

/** Plans a change. Pure; entries that are not meant stay as they are written, to the character. */
export function changeEntries(
  entries: readonly string[],
  wanted: EntriesChange,
  rules: ChangeRules,
): PlannedChange {
  switch (wanted.action) {
    case "add":
      return add(entries, wanted.content, rules);
    case "replace":
      return replace(entries, wanted, rules);
    case "remove":
      return remove(entries, wanted.oldText);
  }
}

function add(
  entries: readonly string[],
  content: string,
  { limitChars, asks = false }: ChangeRules,
): PlannedChange {
  const entry = foldLines(content);
  const unfit = unfitToKeep(entries, entry);
  if (unfit !== undefined) return unfit;
  const same = entries.find((known) => saysTheSame(known, entry));
  if (same !== undefined) return { ok: true, change: "unchanged", entry: foldLines(same), entries };
  const alike = entries.find((known) => isWrittenAlike(known, entry));
  if (alike !== undefined) return { ok: true, change: "merged", entry: foldLines(alike), entries };
  const planned = within(limitChars, entries, {
    ok: true,
    change: "added",
    entry,
    entries: [...entries, entry],
  });
  // What doesn't fit is answered with all entries, also with the one that it is close to: one answer, one more call.
  if (!asks || !planned.ok) return planned;
  const close = closestEntry(entries.map(foldLines), entry);
  if (close === undefined) return planned;
  return { ...problem(entries, "similar", `It is close to "${close}".`), matches: [close] };
}

function replace(
  entries: readonly string[],
  { oldText, content }: { readonly oldText: string; readonly content: string },
  { limitChars }: ChangeRules,
): PlannedChange {
  const entry = foldLines(content);
  const unfit = unfitToKeep(entries, entry);
  if (unfit !== undefined) return unfit;
  const found = select(entries, oldText);
  if (!found.ok) return found;
  const old = found.entry;
  const isOld = (known: string): boolean => known === old || saysTheSame(known, old);
  // An entry that says the new thing already stands for it; else the new one takes the place of the first old one.
  const standing = entries.find((known) => !isOld(known) && saysTheSame(known, entry));
  const first = entries.findIndex(isOld);
  const next = entries.flatMap((known, index) => {
    if (!isOld(known)) return [known];
    return index === first && standing === undefined ? [entry] : [];
  });
  const there = standing === undefined ? entry : foldLines(standing);
  return within(limitChars, entries, { ok: true, change: "replaced", entry: there, entries: next });
}

function remove(entries: readonly string[], oldText: string): PlannedChange {
  const found = select(entries, oldText);
  if (!found.ok) return found;
  const kept = entries.filter((known) => !saysTheSame(known, found.entry));
  return { ok: true, change: "removed", entry: foldLines(found.entry), entries: kept };
}

type Selected =
  | { readonly ok: true; readonly entry: string }
  | Extract<PlannedChange, { readonly ok: false }>;

/** The entry that a snippet means: the one that equals it, else the only one (apart from equal copies) that holds it. */
function select(entries: readonly string[], snippet: string): Selected {
  const wanted = comparableForm(foldLines(snippet));
  if (wanted === "") return problem(entries, "empty", "old_text is empty.");
  const equal = entries.find((entry) => comparableForm(entry) === wanted);
  if (equal !== undefined) return { ok: true, entry: equal };
  const holding = entries.filter((entry) => comparableForm(entry).includes(wanted));
  const [first, ...others] = holding;
  if (first === undefined) return problem(entries, "not-found", `No entry holds "${wanted}".`);
  if (others.every((entry) => saysTheSame(entry, first))) return { ok: true, entry: first };
  const matches = [...new Set(holding.map(comparableForm))];
  return {
    ...problem(entries, "ambiguous", `${matches.length} different entries hold "${wanted}".`),
    matches,
  };
}

function unfitToKeep(entries: readonly string[], entry: string): PlannedChange | undefined {
  if (entry === "" || entry === "§") return problem(entries, "empty", "content is empty.");
  const refusal = findRefusal(entry);
  return refusal === undefined ? undefined : problem(entries, "refused", `Not saved: ${refusal}.`);
}

/** A file that a person filled over the limit can still be made smaller. */
export function within(limitChars: number, before: readonly string[], planned: PlannedChange): PlannedChange {
  const used = countChars(planned.entries);
  if (used <= limitChars || used < countChars(before)) return planned;
  const over = used - limitChars;
  return problem(before, "full", `That would be ${over} characters over the limit of ${limitChars}.`);
}

function saysTheSame(left: string, right: string): boolean {
  return comparableForm(left) === comparableForm(right);
}

/** A capital at the start, a mark at the end and compatibility forms of letters make no difference. */
function isWrittenAlike(left: string, right: string): boolean {
  return plainForm(left) === plainForm(right);
}

function plainForm(entry: string): string {
  const plain = comparableForm(entry.normalize("NFKC")).replace(/[.!;,]+$/u, "");
  // Later ones may be those of names and paths.
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

function problem(
  entries: readonly string[],
  name: MemoryProblem,
  reason: string,
): Extract<PlannedChange, { readonly ok: false }> {
  return { ok: false, problem: name, reason, matches: [], entries };
}
