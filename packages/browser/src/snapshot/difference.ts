import { diffArrays } from "diff";
import { pageOf } from "./page-of.ts";
import type { Snapshot } from "./take-snapshot.ts";

const maxChars = 8_000;

/**
 * What changed between two snapshots: lines that came (`+`) and went (`-`), each under the lines of the elements that it stands in.
 *
 * @returns `undefined` when nothing changed; the first page of the new snapshot when there is none before, when the address is
 * another one, and when half of it or more changed.
 */
export function differenceOf(before: Snapshot | undefined, after: Snapshot): string | undefined {
  const whole = pageOf(after.lines, { page: 1, maxChars }).text;
  if (before === undefined || documentOf(before.url) !== documentOf(after.url)) return whole;
  // Two pages without anything in common would take long to compare; so many edits are no difference worth reading either.
  const maxEditLength = Math.max(20, after.lines.length);
  const parts = diffArrays([...before.lines], [...after.lines], { maxEditLength });
  if (parts === undefined) return whole;
  const changed = parts.filter(({ added, removed }) => added || removed);
  if (changed.length === 0) return undefined;
  const added = changed.reduce((sum, { added, value }) => sum + (added ? value.length : 0), 0);
  if (added > 10 && added > after.lines.length / 2) return whole;
  const text = withParents(parts).join("\n");
  return text.length > maxChars || text.length > Math.max(whole.length, 400) ? whole : text;
}

function documentOf(url: string): string {
  return url.replace(/#.*$/s, "");
}

/** The changed lines with the lines that they stand under, which are unchanged themselves. */
function withParents(parts: ReturnType<typeof diffArrays<string>>): string[] {
  const lines: string[] = [];
  // Lines that the next one may stand under, the outermost first; printed is what the reader has seen of them.
  let open: { readonly text: string; readonly depth: number; isPrinted: boolean }[] = [];
  for (const { added, removed, value } of parts)
    for (const text of value) {
      const depth = text.search(/\S/);
      open = open.filter((parent) => parent.depth < depth);
      if (added || removed) {
        for (const parent of open)
          if (!parent.isPrinted) {
            lines.push(`  ${parent.text}`);
            parent.isPrinted = true;
          }
        lines.push(`${added ? "+" : "-"} ${text}`);
      }
      // A line that went is no parent of one that stays.
      if (!removed) open.push({ text, depth, isPrinted: added });
    }
  return lines;
}
