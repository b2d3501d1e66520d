import { HermesError } from "@hermes/registry";
import { closedError } from "../agent-errors.ts";
import type { AgentEvent, TurnEnd } from "../agent-event.ts";

/**
 * Waits for the end of a turn: its data where it was asked for them, else its text.
 *
 * @throws {HermesError} with the code of the turn's error when there is no answer to give; `OUTPUT_MISSING` where data were asked for and it
 * ended without them; `AGENT_CLOSED` when it was interrupted.
 * @throws the reason of `signal`, when aborted.
 */
export async function finalAnswerOf(
  events: AsyncIterable<AgentEvent>,
  { signal, isData }: { readonly signal: AbortSignal | undefined; readonly isData: boolean },
): Promise<unknown> {
  let end: TurnEnd | undefined;
  for await (const event of events) if (event.type === "turn-end") end = event;
  if (end?.reason === "interrupted") {
    signal?.throwIfAborted();
    throw closedError();
  }
  if (isData && end !== undefined && "output" in end) return end.output;
  if (end?.error !== undefined && (isData || end.text === "" || end.reason === "model-error")) {
    throw new HermesError(end.error.message, end.error);
  }
  if (isData)
    throw new HermesError(`The turn ended as ${end?.reason}, before there was an answer as data.`, {
      code: "OUTPUT_MISSING",
      hint: "Read the events of run() where a turn may end without an answer.",
    });
  return end?.text ?? "";
}
