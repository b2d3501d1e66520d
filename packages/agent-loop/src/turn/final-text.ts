import { HermesError } from "@hermes/registry";
import { closedError } from "../agent-errors.ts";
import type { AgentEvent, TurnEnd } from "../agent-event.ts";

/**
 * Waits for the end of a turn.
 *
 * @throws {HermesError} with the code of the turn's error when there is no text to give; `AGENT_CLOSED` when it was interrupted.
 * @throws the reason of `signal`, when aborted.
 */
export async function finalTextOf(
  events: AsyncIterable<AgentEvent>,
  signal: AbortSignal | undefined,
): Promise<string> {
  let end: TurnEnd | undefined;
  for await (const event of events) if (event.type === "turn-end") end = event;
  if (end?.reason === "interrupted") {
    signal?.throwIfAborted();
    throw closedError();
  }
  if (end?.error !== undefined && (end.text === "" || end.reason === "model-error")) {
    throw new HermesError(end.error.message, end.error);
  }
  return end?.text ?? "";
}
