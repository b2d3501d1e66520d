import type { Message } from "@hermes/models";

/** Why a history can't go on instead of another one; undefined: it can. */
export function wrongInHistory(messages: readonly Message[], before: readonly Message[]): string | undefined {
  if (messages[0]?.role !== "user") return "it does not begin with a message of the user";
  return wrongInCalls(messages) ?? wrongAtEnd(messages.at(-1), before.at(-1));
}

/** Each call has one result, and each result its call, right behind the message that made it. */
function wrongInCalls(messages: readonly Message[]): string | undefined {
  let open = new Set<string>();
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.callId)) return `the result of ${message.callId} has no call before it`;
      continue;
    }
    if (open.size > 0) break;
    if (message.role === "user") continue;
    const ids = message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const twice = ids.find((id, index) => seen.has(id) || ids.indexOf(id) !== index);
    if (twice !== undefined) return `the call ${twice} is there twice`;
    for (const id of ids) seen.add(id);
    open = new Set(ids);
  }
  const [lost] = open;
  return lost === undefined ? undefined : `the call ${lost} lost its result`;
}

/** What waits for an answer stays last. */
function wrongAtEnd(last: Message | undefined, before: Message | undefined): string | undefined {
  if (before?.role === "user" && last !== before) return "the last message of the user is not its last one";
  if (before?.role === "tool" && !(last?.role === "tool" && last.callId === before.callId))
    return `the result of ${before.callId}, which waits for an answer, is not its last one`;
  return undefined;
}
