import type { MemoryChange } from "./receipt.ts";

/**
 * Entries as they were before a change. Where others changed the file since, only what this change did is taken back.
 *
 * @returns Undefined when an entry that the change wrote is not there any more.
 */
export function revertEntries(
  entries: readonly string[],
  { place, removed, added, offered }: MemoryChange,
): readonly string[] | undefined {
  if (offered !== undefined) return [...entries, offered];
  const untouched = added.every((entry, index) => entries[place + index] === entry);
  if (untouched && place <= entries.length)
    return [...entries.slice(0, place), ...removed, ...entries.slice(place + added.length)];
  const kept = [...entries];
  for (const entry of without(added, removed)) {
    const index = kept.indexOf(entry);
    if (index === -1) return undefined;
    kept.splice(index, 1);
  }
  kept.splice(Math.min(place, kept.length), 0, ...without(removed, added));
  return kept;
}

/** Items of the first list that the second doesn't have, counted one by one. */
function without(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return items.filter((item) => {
    const index = left.indexOf(item);
    if (index === -1) return true;
    left.splice(index, 1);
    return false;
  });
}
