import type { Overlap } from "../jobs/job.ts";
import type { SkipReason, Slot } from "./slot.ts";

export interface OverlapDecision {
  readonly skipped: readonly Slot[];
  readonly reason: SkipReason;
  /** Whether the slot before gives way. */
  readonly endsBefore: boolean;
}

const mostQueued = 10;

/**
 * What becomes of slots that came up while one before them was open.
 *
 * @param before Runs, or is about to.
 * @param waiting Of the same job; their time has come. Those that came up together with `before`, and those that somebody asked for, wait.
 */
export function resolveOverlap(overlap: Overlap, before: Slot, waiting: readonly Slot[]): OverlapDecision {
  const later = waiting.filter(
    ({ cause, startAfter }) => cause === "schedule" && startAfter > before.startAfter,
  );
  switch (overlap) {
    case "skip":
      return { skipped: later, reason: "overlap", endsBefore: false };
    case "queue":
      return { skipped: later.slice(mostQueued), reason: "limit", endsBefore: false };
    case "cancel":
      return { skipped: later.slice(0, -1), reason: "overlap", endsBefore: later.length > 0 };
  }
}
