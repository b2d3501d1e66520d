import type { Message } from "@hermes/models";
import { z } from "zod";

const text = z.object({ type: z.literal("text"), text: z.string() });
const call = z.object({
  type: z.literal("tool-call"),
  id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
});

/** A message that somebody else wrote or changed: words, calls and results, and nothing that belongs to a provider. */
const newMessage: z.ZodType<Message> = z.discriminatedUnion("role", [
  z.object({ role: z.literal("user"), content: z.array(text).min(1) }),
  z.object({
    role: z.literal("assistant"),
    content: z.array(z.discriminatedUnion("type", [text, call])).min(1),
  }),
  z.object({
    role: z.literal("tool"),
    callId: z.string().min(1),
    name: z.string().min(1),
    content: z.string(),
    isError: z.boolean().optional(),
  }),
]);

const list = z.array(z.unknown()).min(1).max(100_000);

/**
 * The messages of an answer. One that comes back as it was sent is the one that it was, with all that belongs to it.
 *
 * @param sent In the order of `messages`: what was sent of each.
 * @throws {z.ZodError} where it is no list of messages.
 */
export function historyMessages(
  answer: unknown,
  { sent, messages }: { readonly sent: readonly Message[]; readonly messages: readonly Message[] },
): readonly Message[] {
  const known = new Map<string, Message[]>();
  for (const [index, message] of messages.entries()) {
    const key = keyOf(sent[index]);
    known.set(key, [...(known.get(key) ?? []), message]);
  }
  return list.parse(answer).map((each) => known.get(keyOf(each))?.shift() ?? newMessage.parse(each));
}

/** Whoever passes a message on may turn the names in it round. */
function keyOf(message: unknown): string {
  return JSON.stringify(inOrder(message));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, inOrder(item)]));
}
