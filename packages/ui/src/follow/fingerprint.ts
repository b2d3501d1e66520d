import type { Message } from "@hermes/agent-loop";

/** FNV-1a over UTF-16 units; can be gone on with. */
export function hashText(text: string, from: number = emptyHash): number {
  let hash = from;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93) >>> 0;
  return hash;
}

export const emptyHash = 0x81_1c_9d_c5;

/** Tells a message from its neighbours, the same in memory and from every journal: notes come later, and are left out. */
export function fingerprint(message: Message | undefined): number {
  return message === undefined ? 0 : hashText(keyOf(message));
}

function keyOf(message: Message): string {
  if (message.role === "tool") return `tool ${message.callId}`;
  const parts = message.content.map((part) => {
    if (part.type === "text") return part.text;
    return part.type === "tool-call" ? `\0${part.id}` : "";
  });
  return `${message.role} ${parts.join("")}`;
}
