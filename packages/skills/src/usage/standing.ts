import type { SkillUseSummary } from "./skill-use.ts";

/**
 * How a skill stands. `trusted`: made by people, or proved. `unproven`: made by an agent, with a check that has not run since
 * the last change. `failing`: it did not help the last two times; it is found and read, with a warning, and has no place in
 * the prompt until it helps or is changed. `quarantined`: its check failed. `stale`, `archived`: made by an agent and long
 * unused, unless the person pinned it. Quarantined and archived ones are not offered; nothing is ever deleted for its age.
 */
export type SkillStanding = "trusted" | "unproven" | "failing" | "quarantined" | "stale" | "archived";

const dayMs = 86_400_000;
/** Unused for so long, a skill that an agent made is shown as stale. */
const staleAfterMs = 30 * dayMs;
/** Unused for so long, it is no longer offered. */
const archivedAfterMs = 90 * dayMs;
/** So many failures in a row cost a skill its place. One may have been the task's. */
const failingFrom = 2;

/** @param options `own`: whether it is a skill of the person's folder; others are neither put away nor held back for a check. */
export function standingOf(
  summary: SkillUseSummary | undefined,
  options: { readonly now: number; readonly own: boolean; readonly hasCheck: boolean },
): SkillStanding {
  if (options.own && summary?.check === "failed") return "quarantined";
  if (summary !== undefined && summary.failuresInRow >= failingFrom) return "failing";
  if (!options.own || summary?.madeAt === undefined) return "trusted";
  const unusedMs = options.now - Math.max(summary.madeAt, summary.lastUsedAt ?? 0);
  if (unusedMs > archivedAfterMs && !summary.pinned) return "archived";
  if (unusedMs > staleAfterMs && !summary.pinned) return "stale";
  return options.hasCheck && summary.check !== "passed" ? "unproven" : "trusted";
}
