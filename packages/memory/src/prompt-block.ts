import { findRefusal } from "./find-refusal.ts";
import type { MemoryContents, MemoryTarget } from "./memory-store.ts";

const rule = "═".repeat(46);

const titles: Readonly<Record<MemoryTarget, string>> = {
  memory: "MEMORY (your personal notes)",
  user: "USER PROFILE (who the user is)",
};

/** A target as it was when the block was made. */
export interface PromptBlock {
  readonly target: MemoryTarget;
  /** Without the oldest entries where all of them don't fit; empty when there are none, or not even the newest fits. */
  format(fits?: (block: string) => boolean): string;
}

/**
 * One target as a prompt shows it. What must not become memory and came into the file by another way is withheld here and
 * stays in the file.
 */
export function promptBlockOf(contents: MemoryContents): PromptBlock {
  const { target } = contents;
  const entries = contents.entries.map(shown);
  const header = [rule, `${titles[target]} [${formatUse(contents)}]`, rule].join("\n");
  const without = (left: number): string => {
    const note = `[${left} older ${left === 1 ? "entry is" : "entries are"} left out for lack of room; the memory tool reads them.]`;
    return [header, ...(left === 0 ? [] : [note]), entries.slice(left).join("\n§\n")].join("\n");
  };
  return {
    target,
    format(fits = () => true) {
      for (let left = 0; left < entries.length; left++) {
        const block = without(left);
        if (fits(block)) return block;
      }
      return "";
    },
  };
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
