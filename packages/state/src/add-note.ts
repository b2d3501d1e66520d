import type { Provenance } from "@hermes/registry";
import type { Database } from "./database/driver.ts";
import { decodeMessage, encodeMessage, type MessageColumns } from "./message-row.ts";

/**
 * Adds a note to the last message of a session, which is a person's. Its text stays, so that the index knows it as it is.
 * Works inside the caller's transaction.
 */
export function createAddNote(
  database: Database,
): (sessionKey: number, text: string, provenance?: readonly Provenance[]) => void {
  const last = database.prepare<[number], MessageColumns & { readonly id: number }>(
    "SELECT * FROM messages WHERE session_key = ? ORDER BY id DESC LIMIT 1",
  );
  const setBody = database.prepare("UPDATE messages SET body = ?, provenance = ? WHERE id = ?");
  return (sessionKey, text, sources = []) => {
    const row = last.get(sessionKey);
    const message = row && decodeMessage(row);
    if (message?.role !== "user") throw new RangeError("A note needs the words that it is about before it.");
    const noted = encodeMessage({
      ...message,
      notes: [...(message.notes ?? []), text],
      provenance: [...(message.provenance ?? []), ...sources],
    });
    setBody.run(noted.body, noted.provenance, row?.id);
  };
}
