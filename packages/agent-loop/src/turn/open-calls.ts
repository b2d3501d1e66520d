import type { TurnEnd } from "../agent-event.ts";
import { withdrawApproval } from "../tools/run-call.ts";
import { refuseCalls, runToolBatch } from "../tools/tool-batch.ts";
import { awaitingEnd, endTurn } from "./turn-end.ts";
import type { TurnScope } from "./turn-scope.ts";

/**
 * What is done about calls that wait for an approval before anything else of a turn.
 *
 * @param goesOn Whether the person said nothing new.
 * @returns The end of the turn where some still wait; undefined when none does.
 */
export async function settleOpenCalls(scope: TurnScope, goesOn: boolean): Promise<TurnEnd | undefined> {
  if (scope.session.openCalls().open.length === 0) return undefined;
  if (goesOn) return await goOnWithCalls(scope);
  await giveUpCalls(scope);
  return undefined;
}

/** Runs the calls that wait for an approval, as far as it is answered. */
async function goOnWithCalls(scope: TurnScope): Promise<TurnEnd | undefined> {
  const { all, open } = scope.session.openCalls();
  if (scope.signal.aborted) return endTurn(scope, "interrupted", "");
  const awaiting = await runToolBatch(scope, all, { open });
  return awaiting.length === 0 ? undefined : awaitingEnd(scope, awaiting, "");
}

/** Answers the calls that wait for an approval as not run, because the person goes on with something else. */
async function giveUpCalls(scope: TurnScope): Promise<void> {
  const { open } = scope.session.openCalls();
  // The approvals first: from here on a late answer is refused, whatever happens to this process.
  for (const { id } of open) await withdrawApproval(scope, id);
  const reason = "Not run: the person said something else before it was allowed.";
  await refuseCalls(scope, open, reason, { standsFor: "not-run" });
}
