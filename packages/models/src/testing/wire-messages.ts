import type { FinishReason } from "../message.ts";
import type { PlannedAnswer } from "./server-answer.ts";
import type { WireEvents } from "./wire-events.ts";

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "refusal",
};

/** An answer as Anthropic Messages stream it. */
export function messagesEvents(answer: PlannedAnswer): WireEvents {
  const { id, model, usage } = answer;
  const deltas: string[] = [];
  const say = (type: string, fields: object): void => {
    deltas.push(event(type, fields));
  };
  const input = {
    input_tokens: usage.inputTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
  };
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
  };
  say("message_start", {
    message: { ...message, stop_sequence: null, usage: { ...input, output_tokens: 1 } },
  });
  let index = 0;
  const block = (start: object, pieces: readonly object[]): void => {
    say("content_block_start", { index, content_block: start });
    for (const delta of pieces) say("content_block_delta", { index, delta });
    say("content_block_stop", { index });
    index += 1;
  };
  if (answer.reasoning !== "") {
    block({ type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: answer.reasoning },
      { type: "signature_delta", signature: `sig_${id}` },
    ]);
  }
  if (answer.deltas.length > 0) {
    block(
      { type: "text", text: "" },
      answer.deltas.map((text) => ({ type: "text_delta", text })),
    );
  }
  for (const call of answer.calls) {
    const json = { type: "input_json_delta", partial_json: call.arguments };
    block({ type: "tool_use", id: call.id, name: call.name, input: {} }, [json]);
  }
  const stop = { stop_reason: stopReasons[answer.finishReason], stop_sequence: null };
  return {
    deltas,
    ending: [
      event("message_delta", { delta: stop, usage: { output_tokens: usage.outputTokens } }),
      event("message_stop", {}),
    ],
  };
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
