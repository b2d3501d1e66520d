import type { PlannedAnswer } from "./server-answer.ts";
import { argumentsOf } from "./wire-arguments.ts";
import type { WireEvents } from "./wire-events.ts";

/** An answer as Ollama's own chat streams it: one document in each line. */
export function ollamaEvents(answer: PlannedAnswer): WireEvents {
  const line = (message: object, more: object = { done: false }): string =>
    `${JSON.stringify({ model: answer.model, created_at: "2026-01-01T00:00:00Z", message: { role: "assistant", ...message }, ...more })}\n`;
  const deltas: string[] = [];
  if (answer.reasoning !== "") deltas.push(line({ content: "", thinking: answer.reasoning }));
  for (const content of answer.deltas) deltas.push(line({ content }));
  for (const call of answer.calls) {
    const tool_calls = [{ id: call.id, function: { name: call.name, arguments: argumentsOf(call) } }];
    deltas.push(line({ content: "", tool_calls }));
  }
  const { usage } = answer;
  const done = {
    done: true,
    done_reason: answer.finishReason === "length" ? "length" : "stop",
    prompt_eval_count: usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
    eval_count: usage.outputTokens,
  };
  return { deltas, ending: [line({ content: "" }, done)] };
}
