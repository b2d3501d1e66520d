import type { FinishReason } from "../message.ts";
import type { PlannedAnswer } from "./server-answer.ts";
import type { WireEvents } from "./wire-events.ts";

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
};

/** An answer as Chat Completions stream it. */
export function chatEvents(answer: PlannedAnswer): WireEvents {
  const base = {
    id: `chatcmpl-${answer.id}`,
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: answer.model,
  };
  const chunk = (delta: unknown, reason: string | null = null): string =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] });
  const deltas = [chunk({ role: "assistant", content: "" })];
  if (answer.reasoning !== "") deltas.push(chunk({ reasoning_content: answer.reasoning }));
  for (const content of answer.deltas) deltas.push(chunk({ content }));
  for (const [index, call] of answer.calls.entries()) {
    const { id, name } = call;
    deltas.push(chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }));
    deltas.push(chunk({ tool_calls: [{ index, function: { arguments: call.arguments } }] }));
  }
  return {
    deltas,
    ending: [
      chunk({}, finishReasons[answer.finishReason]),
      event({ ...base, choices: [], usage: usageOf(answer) }),
      "data: [DONE]\n\n",
    ],
  };
}

function usageOf({ usage }: PlannedAnswer): unknown {
  const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    prompt_tokens: input,
    completion_tokens: usage.outputTokens,
    total_tokens: input + usage.outputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    ...(usage.costUsd === undefined ? {} : { cost: usage.costUsd }),
  };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
