import type { AgentEvent } from "@hermes/agent-loop";

/** Ends a turn with the first answer that was cut: whoever names a length wants no more than that, and the agent would go on. */
export async function* endAtLength(
  begin: (signal: AbortSignal) => AsyncIterable<AgentEvent>,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, undefined> {
  const cut = new AbortController();
  for await (const event of begin(AbortSignal.any([signal, cut.signal]))) {
    // The answer itself is in the journal with its message.
    const isCut = event.type === "message" && event.message.role === "assistant";
    if (isCut && event.message.finishReason === "length") cut.abort(new Error("The answer has its length."));
    yield event.type === "turn-end" && cut.signal.aborted ? { ...event, reason: "truncated" } : event;
  }
  return undefined;
}
