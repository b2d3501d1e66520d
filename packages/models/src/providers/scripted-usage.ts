import type { AssistantPart, Message } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import type { Usage } from "../usage.ts";

const charsPerToken = 4;

/** Estimated usage of a request; the part it shares with `previous` counts as read from the cache. */
export function countTokens(
  request: ModelRequest,
  previous: ModelRequest | undefined,
  outputTokens: number,
): Usage {
  const shared = previous === undefined ? -1 : sharedMessages(request, previous);
  const head = charsOfHead(request);
  let cached = shared < 0 ? 0 : head;
  let fresh = shared < 0 ? head : 0;
  for (const [index, message] of request.messages.entries()) {
    if (index < shared) cached += charsOf(message);
    else fresh += charsOf(message);
  }
  return {
    inputTokens: toTokens(fresh),
    outputTokens,
    cacheReadTokens: toTokens(cached),
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
}

export function tokensOf(parts: readonly AssistantPart[]): number {
  return toTokens(charsOf({ role: "assistant", content: parts }));
}

/** How many messages in front are the same objects; -1 when the heads differ. */
function sharedMessages(request: ModelRequest, previous: ModelRequest): number {
  if (request.system !== previous.system || request.tools !== previous.tools) return -1;
  const end = Math.min(request.messages.length, previous.messages.length);
  let count = 0;
  while (count < end && request.messages[count] === previous.messages[count]) count += 1;
  return count;
}

function charsOfHead(request: ModelRequest): number {
  let chars = request.system.length;
  for (const tool of request.tools) chars += tool.name.length + tool.description.length;
  return chars;
}

function charsOf(message: Message): number {
  let chars = 0;
  if (message.role !== "assistant") for (const note of message.notes ?? []) chars += note.length;
  if (message.role === "tool") return chars + message.content.length;
  for (const part of message.content) {
    if (part.type === "text" || part.type === "reasoning") chars += part.text.length;
    else if (part.type === "tool-call") chars += part.name.length + part.arguments.length;
  }
  return chars;
}

function toTokens(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}
