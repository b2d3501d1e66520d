import type { Message } from "@hermes/models";
import type { Transcript } from "@hermes/registry";
import { isNoteToModel, textOf } from "./message-parts.ts";

/** The texts of a history, told apart by who they are from. */
export function transcriptOf(messages: readonly Message[]): Transcript {
  const person: string[] = [];
  const untrusted: string[] = [];
  for (const message of messages) {
    if (message.role === "assistant") continue;
    const isUntrusted = message.provenance !== undefined && message.provenance.length > 0;
    if (message.role === "tool") {
      if (isUntrusted) untrusted.push(message.content);
      continue;
    }
    const text = textOf(message);
    // Of words with notes the notes are of others; without notes it is a summary that is.
    const isOfPerson = !isNoteToModel(text) && (!isUntrusted || message.notes !== undefined);
    if (isOfPerson) person.push(text);
    if (isUntrusted) untrusted.push(...(isOfPerson ? [] : [text]), ...(message.notes ?? []));
  }
  return { person, untrusted };
}

/**
 * Of a session whose words come from a model: what a person has said is said to its parent, and nothing that its parent wrote
 * counts as read. Otherwise a model that was misled could write into a task what the person never said, or an address to send to.
 */
export function transcriptOfChild(messages: readonly Message[], ofParent: Transcript): Transcript {
  const read = messages.map((message) => (message.role === "user" ? { ...message, content: [] } : message));
  return { person: ofParent.person, untrusted: [...ofParent.untrusted, ...transcriptOf(read).untrusted] };
}
