import { z } from "zod";
import type { MemoryTarget } from "../memory-store.ts";
import type { MemoryChange, MemoryOrigin, MemoryReceipt } from "./receipt.ts";

/** What is known about the entries of one file, beside the file. */
export interface ReceiptBook {
  /** Number of the next change. */
  readonly next: number;
  readonly receipts: readonly MemoryReceipt[];
  /** Oldest first. */
  readonly changes: readonly MemoryChange[];
}

/** So many changes can be taken back. */
const keptChanges = 200;

const origin = z.object({
  by: z.enum(["person", "model", "import", "file"]),
  sessionId: z.string().optional(),
  messageId: z.string().optional(),
});
const book = z.object({
  next: z.int().positive(),
  receipts: z.array(
    z.object({
      entry: z.string(),
      origin,
      writtenAt: z.number(),
      confirmedAt: z.number(),
      replaced: z.array(z.string()),
      changeId: z.string(),
    }),
  ),
  changes: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      action: z.enum(["add", "replace", "remove", "merge", "edit", "revert"]),
      origin,
      place: z.int().nonnegative(),
      removed: z.array(z.string()),
      added: z.array(z.string()),
      offered: z.string().optional(),
      reverts: z.string().optional(),
    }),
  ),
});

/** Undefined when the text is no book: it was damaged, or there is none. */
function parseBook(text: string): ReceiptBook | undefined {
  if (text === "") return undefined;
  try {
    return book.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function formatBook({ changes, ...rest }: ReceiptBook): string {
  return `${JSON.stringify({ ...rest, changes: changes.slice(-keptChanges) })}\n`;
}

/** Facts about a change that is to be written down. */
export interface NewChange {
  readonly action: MemoryChange["action"];
  readonly origin: MemoryOrigin;
  readonly at: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The entry that stands for what was wanted: it is confirmed. */
  readonly confirmed?: string | undefined;
  readonly offered?: string | undefined;
  readonly reverts?: string | undefined;
}

/** The book with one change more. */
export function noteChange(known: ReceiptBook, target: MemoryTarget, change: NewChange): ReceiptBook {
  const { before, after, at, action, origin: by } = change;
  // `mc12`: people number entries `m1`, `m2`, …, and a change is none.
  const id = `${target === "memory" ? "mc" : "uc"}${known.next}`;
  const { place, removed, added } = differenceOf(before, after);
  const rest = [...known.receipts];
  const kept = after.map((entry) => {
    const index = rest.findIndex((receipt) => receipt.entry === entry);
    const [found] = index === -1 ? [] : rest.splice(index, 1);
    return found ?? entry;
  });
  // What is left of the receipts belongs to entries that went: the new ones took their place.
  const replaced = rest.flatMap((receipt) => [receipt.entry, ...receipt.replaced]).slice(0, 10);
  const receipts = kept.map((one): MemoryReceipt => {
    if (typeof one !== "string") return one.entry === change.confirmed ? { ...one, confirmedAt: at } : one;
    const earlier = action === "revert" ? writtenBefore(known, one) : undefined;
    return {
      entry: one,
      origin: earlier?.origin ?? by,
      writtenAt: earlier?.at ?? at,
      confirmedAt: at,
      replaced: action === "replace" || action === "edit" ? replaced : [],
      changeId: id,
    };
  });
  const noted: MemoryChange = {
    id,
    at,
    action,
    origin: by,
    place,
    removed,
    added,
    ...(change.offered === undefined ? {} : { offered: change.offered }),
    ...(change.reverts === undefined ? {} : { reverts: change.reverts }),
  };
  return { next: known.next + 1, receipts, changes: [...known.changes, noted].slice(-keptChanges) };
}

/** The change that brought an entry which comes back. */
function writtenBefore({ changes }: ReceiptBook, entry: string): MemoryChange | undefined {
  return changes.findLast(({ action, added }) => action !== "revert" && added.includes(entry));
}

/**
 * The book as it fits the file: an edit of the file is a change like any other. Without a book, the entries are those
 * of the file.
 */
export function fitToFile(
  text: string,
  options: { readonly target: MemoryTarget; readonly entries: readonly string[]; readonly at: number },
): ReceiptBook {
  const { target, entries, at } = options;
  const known = parseBook(text);
  const byFile = { by: "file" } as const;
  if (known === undefined) {
    const receipts = entries.map((entry) => ({
      entry,
      origin: byFile,
      writtenAt: at,
      confirmedAt: at,
      replaced: [],
      changeId: "",
    }));
    return { next: 1, receipts, changes: [] };
  }
  const before = known.receipts.map(({ entry }) => entry);
  if (before.length === entries.length && before.every((entry, index) => entry === entries[index]))
    return known;
  return noteChange(known, target, { action: "edit", origin: byFile, at, before, after: entries });
}

/** What lies between the common beginning and the common end. */
function differenceOf(
  before: readonly string[],
  after: readonly string[],
): Pick<MemoryChange, "place" | "removed" | "added"> {
  let place = 0;
  while (place < before.length && place < after.length && before[place] === after[place]) place++;
  let end = 0;
  const most = Math.min(before.length, after.length) - place;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    place,
    removed: before.slice(place, before.length - end),
    added: after.slice(place, after.length - end),
  };
}
