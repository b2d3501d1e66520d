import type { ConversationMessage } from "@hermes/mcp/server";
import type { ImageData, Message } from "@hermes/models";
import { isUntrusted } from "@hermes/registry";
import type { StoredMessage } from "@hermes/state";

/** A message of the store, as other programs read it. */
export function toMessage({ id, message, at }: StoredMessage): ConversationMessage {
  return {
    id,
    at,
    role: message.role,
    text: textOf(message),
    toolName: message.role === "tool" ? message.name : undefined,
    toolCalls:
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.name] : []))
        : [],
    attachments: imagesOf(message).length,
    sources: (message.provenance ?? [])
      .filter(isUntrusted)
      .map(({ source, name }) => (name === undefined ? source : `${source}: ${name}`)),
  };
}

export function imagesOf(message: Message): readonly ImageData[] {
  if (message.role === "tool") return message.images ?? [];
  if (message.role === "assistant") return [];
  return message.content.filter(
    (part): part is ImageData => part.type === "image" && part.data !== undefined,
  );
}

function textOf(message: Message): string {
  if (message.role === "tool") return message.content;
  let text = "";
  for (const part of message.content) if (part.type === "text") text += part.text;
  return text;
}
