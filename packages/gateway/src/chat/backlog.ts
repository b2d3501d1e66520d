import type { InboundRow } from "../store/inbox-store.ts";
import { standsAlone } from "./next-batch.ts";
import type { NextBatch } from "./next-batch.ts";

const oldAfterMs = 60_000;
const gatherMs = 500;

export interface Backlog extends NextBatch {
  /** What is left alone. */
  readonly dropped: readonly InboundRow[];
  /** For the model. */
  readonly note?: string | undefined;
}

/**
 * What becomes of messages that were written long before the platform was connected. `newest`: the last is dealt with, the others are
 * left alone. `summary`: all are one. Undefined: they are dealt with like any others.
 */
export function takeBacklog(
  waiting: readonly InboundRow[],
  { policy, connectedAt }: { readonly policy: "all" | "newest" | "summary"; readonly connectedAt: number },
): Backlog | undefined {
  if (policy === "all") return undefined;
  const end = waiting.findIndex((row) => row.message.sentAt >= connectedAt - oldAfterMs || standsAlone(row));
  const old = end === -1 ? waiting : waiting.slice(0, end);
  if (old.length === 0) return undefined;
  // More of it may be under way.
  const readyAt = Math.max(...old.map(({ receivedAt }) => receivedAt)) + gatherMs;
  if (policy === "newest") return { rows: old.slice(-1), dropped: old.slice(0, -1), readyAt };
  const note =
    old.length === 1
      ? undefined
      : `These ${old.length} messages came while you could not be reached. Answer them together, and only what still matters.`;
  return { rows: old, dropped: [], readyAt, note };
}
