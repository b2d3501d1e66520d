import { pageOf } from "../snapshot/page-of.ts";
import type { Snapshot } from "../snapshot/take-snapshot.ts";
import type { PickFromSnapshot } from "../tools/browser-ports.ts";

export interface PickOptions {
  /** What the person wants. */
  readonly task: string | undefined;
  readonly sessionId: string;
  /** A page that was asked for is shown as it is. */
  readonly page: number | undefined;
  readonly signal: AbortSignal;
}

const pickMs = 15_000;

/** A part of the snapshot to show: a page of it, or what was picked from a long one for the task. */
export async function pickFrom(
  pick: PickFromSnapshot | undefined,
  snapshot: Snapshot,
  { task, sessionId, page, signal }: PickOptions,
): Promise<{ readonly snapshot: string }> {
  const plain = pageOf(snapshot.lines, { page: page ?? 1 });
  if (pick === undefined || task === undefined || task === "" || page !== undefined || plain.pages < 2)
    return { snapshot: plain.text };
  const picked = await within(pick, { snapshot: snapshot.lines.join("\n"), task, sessionId, signal });
  if (picked === undefined) return { snapshot: plain.text };
  const { text } = pageOf(picked.split("\n"), { page: 1 });
  return {
    snapshot: `${text}\n[Picked for the task from a snapshot of ${plain.pages} pages; read the whole with browser_snapshot and page: 1 to ${plain.pages}.]`,
  };
}

/** It may fail or be slow: then it counts for nothing. */
async function within(
  pick: PickFromSnapshot,
  question: Parameters<PickFromSnapshot>[0],
): Promise<string | undefined> {
  const limit = AbortSignal.timeout(pickMs);
  const signal = AbortSignal.any([question.signal, limit]);
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const picked = pick({ ...question, signal }).catch(() => undefined);
  const text = await Promise.race([picked, ended]);
  question.signal.throwIfAborted();
  return text === undefined || text.trim() === "" ? undefined : text;
}
