import type { AssistantPart, Message, TextPart, ImagePart } from "@hermes/models";

/** Characters of a fingerprint: 66 bits of a hash. */
export const fingerprintChars = 11;

export function fingerprint(text: string): string {
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha1", text, "base64url").slice(0, fingerprintChars);
}

/** Of what a provider is sent of a message; the same whether it was just made or read from a store. */
export function fingerprintOf(message: Message): string {
  return fingerprint(JSON.stringify(sentOf(message)));
}

function sentOf(message: Message): readonly unknown[] {
  const { role } = message;
  if (role === "assistant") return [role, message.content.map(partOf)];
  if (role === "user") return [role, message.content.map(partOf), message.notes ?? []];
  const { callId, content, isError = false, notes = [], images = [] } = message;
  return [role, callId, content, isError, notes, images.map(partOf)];
}

/** Fields in a fixed order, whoever wrote them. */
function partOf(part: AssistantPart | TextPart | ImagePart): readonly unknown[] {
  switch (part.type) {
    case "text":
      return [part.type, part.text];
    case "image":
      return [part.type, part.mediaType, part.data];
    case "reasoning":
      return [part.type, part.text, part.signature, part.provider];
    case "tool-call":
      return [part.type, part.id, part.name, part.arguments, part.providerFields];
    case "provider":
      return [part.type, part.provider, part.item];
  }
}
