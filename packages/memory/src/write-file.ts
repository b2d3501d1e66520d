import { changeEntries, type EntriesChange, type PlannedChange, within } from "./change-entries.ts";
import { foldLines, formatEntries, parseEntries } from "./memory-file.ts";
import type { MemoryFile } from "./memory-contents.ts";
import { fitToFile, formatBook, noteChange, type ReceiptBook } from "./receipts/receipt-book.ts";
import type { MemoryChange, MemoryOrigin } from "./receipts/receipt.ts";
import { revertEntries } from "./receipts/revert-entries.ts";
import { readText, replaceText } from "./replace-file.ts";

/** What came of a change; the id is of the change that was noted. */
export interface Written {
  readonly planned: PlannedChange;
  readonly changeId?: string | undefined;
}

export interface ChangeFacts {
  readonly origin: MemoryOrigin;
  readonly at: number;
  /** Whether notes that are close to others are asked about. */
  readonly asks: boolean;
}

// Everything here is done under the lock of the file, and without waiting.

export function change(file: MemoryFile, wanted: EntriesChange, facts: ChangeFacts): Written {
  return written(file, facts, ({ entries }) => {
    const rules = { limitChars: file.limitChars, asks: facts.asks };
    const planned = changeEntries(entries, wanted, rules);
    const isMerge = planned.ok && planned.change === "merged" && wanted.action === "add";
    return {
      planned,
      action: isMerge ? "merge" : wanted.action,
      ...(isMerge ? { offered: foldLines(wanted.content) } : {}),
    };
  });
}

export function revert(file: MemoryFile, changeId: string, facts: Omit<ChangeFacts, "asks">): Written {
  return written(file, facts, ({ entries, book }) => {
    const meant = book.changes.find(({ id }) => id === changeId);
    if (meant === undefined) return { planned: unrevertible(entries, `There is no change "${changeId}".`) };
    if (book.changes.some(({ reverts }) => reverts === changeId))
      return { planned: unrevertible(entries, `"${changeId}" is taken back already.`) };
    const before = revertEntries(entries, meant);
    if (before === undefined)
      return {
        planned: unrevertible(entries, `What "${changeId}" wrote was changed since: revert that first.`),
      };
    const planned = within(file.limitChars, entries, {
      ok: true,
      change: "replaced",
      entry: "",
      entries: before,
    });
    return { planned, action: "revert", reverts: changeId };
  });
}

/** @returns The entries that went. */
export function forget(file: MemoryFile, text: string, at: number): readonly string[] {
  const holds = (other: string): boolean => other.includes(text) || foldLines(other).includes(text);
  for (;;) {
    const before = readText(file.path);
    const bookText = readText(file.bookPath);
    const entries = parseEntries(before);
    const gone = entries.filter(holds);
    const book = fitToFile(bookText, { target: file.target, entries, at });
    const clean: ReceiptBook = {
      ...book,
      receipts: book.receipts
        .filter(({ entry }) => !holds(entry))
        .map((receipt) => ({ ...receipt, replaced: receipt.replaced.filter((other) => !holds(other)) })),
      changes: book.changes.filter(
        ({ removed, added, offered }) => ![...removed, ...added, offered ?? ""].some(holds),
      ),
    };
    if (bookText !== "" || gone.length > 0) replaceText(file.bookPath, formatBook(clean), bookText);
    if (gone.length === 0) return [];
    const after = entries.filter((entry) => !holds(entry));
    if (replaceText(file.path, formatEntries(after), before)) return gone.map(foldLines);
  }
}

interface Step {
  readonly planned: PlannedChange;
  /** Absent: nothing is noted. */
  readonly action?: MemoryChange["action"] | undefined;
  readonly offered?: string | undefined;
  readonly reverts?: string | undefined;
}

/** Tries again when an editor, which knows nothing of the lock, saved the file meanwhile. */
function written(
  file: MemoryFile,
  { origin, at }: Pick<ChangeFacts, "origin" | "at">,
  plan: (now: { readonly entries: readonly string[]; readonly book: ReceiptBook }) => Step,
): Written {
  for (;;) {
    const text = readText(file.path);
    const entries = parseEntries(text);
    const bookText = readText(file.bookPath);
    const book = fitToFile(bookText, { target: file.target, entries, at });
    const { planned, action, ...more } = plan({ entries, book });
    if (!planned.ok || action === undefined) return { planned };
    if (planned.change === "unchanged") {
      const confirmed = confirm(book, planned.entry, at);
      replaceText(file.bookPath, formatBook(confirmed), bookText);
      return { planned };
    }
    const after = planned.entries;
    const next = noteChange(book, file.target, {
      action,
      origin,
      at,
      before: entries,
      after,
      ...(planned.change === "merged" ? { confirmed: entryOf(entries, planned.entry) } : {}),
      ...more,
    });
    // The receipts first: an entry without one would count as written by whoever edits the file.
    replaceText(file.bookPath, formatBook(next), bookText);
    const changeId = next.changes.at(-1)?.id;
    if (planned.change === "merged" || replaceText(file.path, formatEntries(after), text))
      return { planned, changeId };
    // The book is made anew from what the file holds now.
    replaceText(file.bookPath, bookText, readText(file.bookPath));
  }
}

function confirm(book: ReceiptBook, entry: string, at: number): ReceiptBook {
  const receipts = book.receipts.map((receipt) =>
    foldLines(receipt.entry) === entry ? { ...receipt, confirmedAt: at } : receipt,
  );
  return { ...book, receipts };
}

/** The entry as the file has it. */
function entryOf(entries: readonly string[], folded: string): string | undefined {
  return entries.find((entry) => foldLines(entry) === folded);
}

function unrevertible(entries: readonly string[], reason: string): PlannedChange {
  return { ok: false, problem: "not-revertible", reason, matches: [], entries };
}
