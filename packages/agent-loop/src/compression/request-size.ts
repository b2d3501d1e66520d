import { estimateMessageTokens, estimateRequestTokens } from "@hermes/models";
import type { Message } from "@hermes/models";
import type { CompressionInput } from "../compressor.ts";
import type { SessionHead } from "../journal/session-journal.ts";

/** How far a count is believed to be from the estimate. */
export const mostOff = 2;

interface Counted extends Pick<CompressionInput, "messages" | "inputTokens" | "counted"> {
  readonly head: Pick<SessionHead, "system" | "tools">;
}

/** Tokens of the next request: the provider's count, and an estimate of what came after its last answer. */
export function requestTokens({ messages, inputTokens, counted, head }: Counted): number {
  if (!counted) return estimateRequestTokens({ ...head, messages });
  let tokens = inputTokens;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined || message.role === "assistant") break;
    tokens += estimateMessageTokens(message);
  }
  return tokens;
}

export interface RequestSize {
  /** Tokens of the next request. */
  readonly tokens: number;
  /** Tokens of a request with other messages, as this provider would count them. */
  of(messages: readonly Message[]): number;
}

/** Measures histories by what the provider counted for this one. */
export function measureRequest(input: Counted): RequestSize {
  const { head, messages } = input;
  const estimate = Math.max(1, estimateRequestTokens({ ...head, messages }));
  const scale = Math.min(mostOff, Math.max(1 / mostOff, requestTokens(input) / estimate));
  const of = (others: readonly Message[]): number =>
    Math.round(estimateRequestTokens({ ...head, messages: others }) * scale);
  return { tokens: Math.round(estimate * scale), of };
}
