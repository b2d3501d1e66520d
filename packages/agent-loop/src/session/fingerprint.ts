import type { AssistantPart, MediaSource, Message, UserPart } from "@hermes/models";

/** Characters of a fingerprint: 66 bits of a hash. */
export const fingerprintChars = 11;

export function fingerprint(text: string): string {
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha1", text, "base64url").slice(0, fingerprintChars);
}

/** Of what a provider is sent of a message; the same whether it was just made or read from a store. */
export function fingerprintOf(message: Message): string {
  return fingerprint(sentOf(message));
}

function sentOf(message: Message): string {
  const { role } = message;
  if (role === "assistant") return role + partsOf(message.content);
  if (role === "user") return role + partsOf(message.content) + textsOf(message.notes);
  const { callId, content, isError = false, notes, images } = message;
  return `${role}${isError}${textsOf([callId, content])}${textsOf(notes)}${partsOf(images)}`;
}

/** Fields in a fixed order, whoever wrote them. */
function partsOf(parts: readonly (AssistantPart | UserPart)[] = []): string {
  let text = `[${parts.length}`;
  for (const part of parts) text += part.type + textsOf(fieldsOf(part));
  return text;
}

function fieldsOf(part: AssistantPart | UserPart): readonly string[] {
  switch (part.type) {
    case "text":
      return [part.text];
    case "image":
      return [part.mediaType, ...sourceOf(part)];
    case "file":
      return [
        part.mediaType,
        part.name ?? "",
        ...sourceOf(part),
        ...(part.asText === undefined ? [] : [part.asText]),
      ];
    case "reasoning":
      return [part.text, part.signature ?? "", part.provider ?? ""];
    case "tool-call":
      return [part.id, part.name, part.arguments, jsonOf(part.providerFields)];
    case "provider":
      return [part.provider, jsonOf(part.item)];
  }
}

function sourceOf({ data, url, fileId }: MediaSource): readonly string[] {
  if (data !== undefined) return [data];
  return url === undefined ? ["id", fileId ?? ""] : ["url", url];
}

/** Each with its length: two lists of texts are never written alike. As JSON it would cost three times as much. */
function textsOf(texts: readonly string[] = []): string {
  let joined = `(${texts.length}`;
  for (const text of texts) joined += `,${text.length}:${text}`;
  return joined;
}

function jsonOf(value: unknown): string {
  return value === undefined ? "" : (JSON.stringify(value) ?? "");
}
