import type { FinishReason } from "../message.ts";
import type { PlannedAnswer } from "./server-answer.ts";
import { argumentsOf } from "./wire-arguments.ts";
import type { WireEvents } from "./wire-events.ts";

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: "STOP",
  "tool-calls": "STOP",
  length: "MAX_TOKENS",
  "content-filter": "SAFETY",
};

/** An answer as Gemini streams it with `alt=sse`. */
export function geminiEvents(answer: PlannedAnswer): WireEvents {
  const chunk = (parts: readonly object[], more: object = {}): string => {
    const candidate = { content: { parts, role: "model" }, index: 0, ...more };
    const fields = { usageMetadata: usageOf(answer), modelVersion: answer.model, responseId: answer.id };
    return `data: ${JSON.stringify({ candidates: [candidate], ...fields })}\r\n\r\n`;
  };
  const deltas: string[] = [];
  if (answer.reasoning !== "") deltas.push(chunk([{ text: answer.reasoning, thought: true }]));
  for (const text of answer.deltas) deltas.push(chunk([{ text }]));
  for (const [index, call] of answer.calls.entries()) {
    const signature = index === 0 ? { thoughtSignature: `sig_${answer.id}` } : {};
    deltas.push(chunk([{ functionCall: { name: call.name, args: argumentsOf(call) }, ...signature }]));
  }
  return { deltas, ending: [chunk([{ text: "" }], { finishReason: finishReasons[answer.finishReason] })] };
}

function usageOf({ usage }: PlannedAnswer): object {
  const promptTokenCount = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    promptTokenCount,
    cachedContentTokenCount: usage.cacheReadTokens,
    candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
    thoughtsTokenCount: usage.reasoningTokens,
    totalTokenCount: promptTokenCount + usage.outputTokens,
  };
}
