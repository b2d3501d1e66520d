import type { ToolCallPart, ToolMessage } from "@hermes/models";
import type { TurnScope } from "../turn/turn-scope.ts";
import { mayRunBeside, planCalls } from "./plan-calls.ts";
import type { PlannedCall } from "./plan-calls.ts";
import { runCall } from "./run-call.ts";
import { answerCall } from "./answer-call.ts";
import type { BatchState, CallAnswer } from "./answer-call.ts";

const maxParallel = 8;

export interface RunToolBatchOptions {
  /** A remark for the last result in call order. */
  readonly closingNote?: string | undefined;
  /** Those of the calls that have waited for an approval, or behind one. Undefined: the calls are new, and all run. */
  readonly open?: readonly ToolCallPart[] | undefined;
}

/**
 * Runs the calls of one answer in their order, neighbours that allow it side by side, and takes their results into the
 * history in call order. After an abort the calls that are left are answered, not run. Those that would run after one that
 * waits for an approval wait with it.
 *
 * @returns Ids of the approvals that calls wait for.
 */
export async function runToolBatch(
  scope: TurnScope,
  calls: readonly ToolCallPart[],
  { closingNote, open }: RunToolBatchOptions = {},
): Promise<readonly string[]> {
  const { waiting } = scope.session;
  const offered = scope.offered ?? scope.session.offered;
  const all = planCalls(calls, { registry: scope.settings.registry, offered, waiting });
  // A planned call may have another name than the one that the model wrote.
  const openIds = open === undefined ? undefined : new Set(open.map(({ id }) => id));
  const planned = all.filter(({ call }) => openIds?.has(call.id) !== false);
  const last = planned.at(-1);
  const batch: BatchState = {
    charsLeft: scope.settings.maxTurnResultChars,
    again: open !== undefined,
    closingNoteOf: (call) => (call === last?.call ? closingNote : undefined),
  };
  const results: ToolMessage[] = [];
  const awaiting: string[] = [];
  for (const group of groupsOf(planned)) {
    for (const outcome of await inOrder(group, maxParallel, (call) => runCall(scope, batch, call)))
      if ("awaiting" in outcome) awaiting.push(outcome.awaiting);
      else results.push(outcome);
    if (awaiting.length > 0) break;
  }
  scope.session.adoptResults(results);
  return awaiting;
}

/** Answers calls that must not run. */
export async function refuseCalls(
  scope: TurnScope,
  calls: readonly ToolCallPart[],
  reason: string,
  { standsFor }: Pick<CallAnswer, "standsFor"> = {},
): Promise<void> {
  const batch: BatchState = {
    charsLeft: Number.POSITIVE_INFINITY,
    again: false,
    closingNoteOf: () => undefined,
  };
  const content = JSON.stringify({ error: reason });
  for (const call of calls) {
    const message = await answerCall(scope, batch, { call, content, isError: true, standsFor });
    scope.session.adoptResults([message]);
  }
}

/** Calls that run together, group after group: an exclusive one is alone, so that what stands behind it sees its effects. */
function groupsOf(planned: readonly PlannedCall[]): readonly (readonly PlannedCall[])[] {
  if (planned.length === 1) return [planned];
  const groups: PlannedCall[][] = [];
  let open: PlannedCall[] | undefined;
  for (const call of planned) {
    if (!mayRunBeside(call)) {
      groups.push([call]);
      open = undefined;
    } else if (open === undefined) groups.push((open = [call]));
    else open.push(call);
  }
  return groups;
}

/** Works through the items, at most `width` at a time. When one fails, no other is started; waits for those
 * under way, then throws its error. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(width, items.length) }, worker);
  const outcomes = await Promise.allSettled(workers);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
