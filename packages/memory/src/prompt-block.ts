import { findRefusal } from "./find-refusal.ts";
import type { MemoryContents, MemoryTarget } from "./memory-store.ts";

const rule = "═".repeat(46);

const titles: Readonly<Record<MemoryTarget, string>> = {
  memory: "MEMORY (your personal notes)",
  user: "USER PROFILE (who the user is)",
};

/**
 * One target as a prompt shows it; empty when it has no entries. What must not become memory and came into the file by
 * another way is withheld here and stays in the file.
 */
export function formatPromptBlock(contents: MemoryContents): string {
  if (contents.entries.length === 0) return "";
  const header = `${titles[contents.target]} [${formatUse(contents)}]`;
  return [rule, header, rule, contents.entries.map(shown).join("\n§\n")].join("\n");
}

/** `68% — 1,496/2,200 chars` */
export function formatUse({
  usedChars,
  limitChars,
}: Pick<MemoryContents, "usedChars" | "limitChars">): string {
  const percent = limitChars === 0 ? 100 : Math.floor((usedChars / limitChars) * 100);
  return `${percent}% — ${withCommas(usedChars)}/${withCommas(limitChars)} chars`;
}

function shown(entry: string): string {
  const refusal = findRefusal(entry);
  return refusal === undefined ? entry : `[An entry is withheld: ${refusal}.]`;
}

function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
