import type { AssistantPart, MediaSource, Message, UserPart } from "@hermes/models";
import { nodeModule } from "@hermes/registry/node";
import type * as crypto from "node:crypto";

/** Characters of a fingerprint: 66 bits of a hash. */
export const fingerprintChars = 11;

/** The same text gives the same one, in Node, and everywhere else: between the two a session is told once that it has changed. */
export function fingerprint(text: string): string {
  const node = nodeModule<typeof crypto>("node:crypto");
  if (node === undefined) return plainHash(text);
  return node.hash("sha1", text, "base64url").slice(0, fingerprintChars);
}

/** 55 bits, and as fast as a hash in JavaScript gets: nobody gains by two texts that have the same one. */
function plainHash(text: string): string {
  let [left, right] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    left = Math.imul(left ^ code, 0x9e3779b1);
    right = Math.imul(right ^ code, 0x5f356495);
  }
  left = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35);
  right = Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35);
  const digits = (part: number): string => (part >>> 0).toString(36).padStart(7, "0");
  return (digits(left) + digits(right)).slice(-fingerprintChars);
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
      return [part.mediaType, ...sourceOf(part), ...(part.asText === undefined ? [] : [part.asText])];
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
