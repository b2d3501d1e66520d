import type { UserMessage } from "@hermes/models";
import type { TurnEnd } from "../agent-event.ts";
import { beginTurn } from "./begin-turn.ts";
import type { TurnBeginning } from "./begin-turn.ts";
import { settleOpenCalls } from "./open-calls.ts";
import { runTurn } from "./run-turn.ts";
import { endTurn } from "./turn-end.ts";
import type { TurnScope } from "./turn-scope.ts";

/**
 * Takes one turn to its end: what waits for an approval first, then what begins the turn, then rounds.
 *
 * @param first What the history gets before the first request; undefined: it goes on as it is.
 */
export async function takeTurn(
  scope: TurnScope,
  first: UserMessage | undefined,
  beginning: TurnBeginning,
): Promise<TurnEnd> {
  const waiting = await settleOpenCalls(scope, !beginning.isOfUser);
  if (waiting !== undefined) return waiting;
  await beginTurn(scope, first, beginning);
  return scope.signal.aborted ? endTurn(scope, "interrupted", "") : await runTurn(scope);
}
