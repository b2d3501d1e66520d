import { findRefusal } from "../find-refusal.ts";
import { cutHint } from "./cut-hint.ts";
import { isRetired } from "./learning-log.ts";
import type { LearningLog } from "./learning-log.ts";

/** Enough to find those that are used most. */
const mostRead = 1_000;

export interface LearningsBlockOptions {
  /** @default 4 */
  readonly maxEntries?: number | undefined;
}

/**
 * The learnings that helped most, as a prompt shows them before anything fails; empty where none has been used yet. What must
 * not become memory is left out.
 */
export function learningsBlock(
  log: Pick<LearningLog, "list">,
  { maxEntries = 4 }: LearningsBlockOptions = {},
): string {
  const lines = log
    .list({ limit: mostRead })
    .filter((each) => each.timesHelped > 0 && !isRetired(each))
    .toSorted((one, other) => other.timesHelped - one.timesHelped || other.id - one.id)
    .map(({ errorType, pattern, fix }) => {
      const tool = errorType === "" ? "" : `${oneLine(errorType)}: `;
      return `- ${tool}${cutHint(oneLine(pattern))} → ${cutHint(oneLine(fix))}`;
    })
    .filter((line) => findRefusal(line) === undefined)
    .slice(0, maxEntries);
  return lines.length === 0 ? "" : ["# Failures met before, and what worked", ...lines].join("\n");
}

function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
