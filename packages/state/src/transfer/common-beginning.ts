import { redactedMark } from "@hermes/redaction/overwrite";
import type { Message } from "@hermes/models";
import { encodeMessage, type MessageColumns } from "../message-row.ts";

export interface ComparedRow extends MessageColumns {
  readonly id: number;
}

/** How many messages at the beginning of a session are those of its source. What was redacted here counts as equal. */
export function commonBeginning(
  stored: readonly ComparedRow[],
  source: readonly { readonly message: Message }[],
): number {
  const different = stored.findIndex((row, place) => {
    const message = source[place]?.message;
    return message === undefined || !isSame(row, encodeMessage(message));
  });
  return different === -1 ? stored.length : different;
}

function isSame(stored: MessageColumns, source: MessageColumns): boolean {
  if (stored.role !== source.role) return false;
  if (isRedacted(stored.text) || isRedacted(stored.body)) return true;
  if (stored.text !== source.text || stored.tool_call_id !== source.tool_call_id) return false;
  // The form of the body may change from version to version; a text is enough to know a message by.
  return stored.text !== "" || stored.body === source.body;
}

function isRedacted(text: string | null): boolean {
  return text?.includes(redactedMark) === true;
}
