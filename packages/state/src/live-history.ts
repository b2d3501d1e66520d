import type { Message } from "@hermes/models";
import type { Database } from "./database/driver.ts";
import { lazy } from "./database/lazy.ts";
import { decodeMessage, encodeMessage, type MessageColumns } from "./message-row.ts";
import type { CompressionEntry } from "./journal.ts";
import type { MessageWriter } from "./message-writer.ts";
import { encodeLayout } from "./stored-layout.ts";
import { provenanceOf } from "./stored-provenance.ts";
import { createTexts } from "./texts.ts";

/**
 * Which messages of a session are sent to the model. Nothing is ever rewritten: a compression notes the new list of
 * message ids, which begins with what it wrote and ends with what it kept.
 */
export interface LiveHistory {
  messages(sessionKey: number): readonly Message[];
  /** Tokens of the last request and its answer, where a provider counted them for this history. */
  countedTokens(sessionKey: number): number | undefined;
  /** Works inside the caller's transaction. */
  replace(sessionKey: number, change: CompressionEntry): void;
}

interface LiveRow extends MessageColumns {
  readonly id: number;
}

export function createLiveHistory(database: Database, writer: MessageWriter): LiveHistory {
  const columns = `messages.id, role, text, body, tool_name, tool_call_id, finish_reason, ${provenanceOf(database, "messages")}`;
  const latest = database.prepare<[number], { message_ids: string; after_id: number }>(
    "SELECT message_ids, after_id FROM histories WHERE session_key = ? ORDER BY id DESC LIMIT 1",
  );
  const listed = database.prepare<[string], LiveRow>(
    `SELECT ${columns} FROM json_each(?) AS listed JOIN messages ON messages.id = listed.value ORDER BY listed.key`,
  );
  const after = database.prepare<[number, number], LiveRow>(
    `SELECT ${columns} FROM messages WHERE session_key = ? AND id > ? ORDER BY id`,
  );
  // With the first write: a store of an older version that can't be written lacks a column.
  const insert = lazy(() =>
    database.prepare(
      `INSERT INTO histories (session_key, reason, message_ids, after_id, at, system_key, layout)
     VALUES (?, 'compression', ?, (SELECT coalesce(max(id), 0) FROM messages), ?, ?, ?)`,
    ),
  );
  const counted = database
    .prepare<[number, number], number>(
      `SELECT input_tokens + cache_read_tokens + cache_write_tokens + output_tokens FROM messages
     WHERE session_key = ? AND id > ? AND role = 'assistant' AND input_tokens IS NOT NULL ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const texts = createTexts(database);

  function liveRows(sessionKey: number): readonly LiveRow[] {
    const history = latest.get(sessionKey);
    if (history === undefined) return after.all(sessionKey, 0);
    return [...listed.all(history.message_ids), ...after.all(sessionKey, history.after_id)];
  }

  return {
    messages: (sessionKey) => liveRows(sessionKey).map(decodeMessage),
    countedTokens: (sessionKey) => counted.get(sessionKey, latest.get(sessionKey)?.after_id ?? 0),
    replace(sessionKey, { messages, system, layout, at }) {
      const kept = new KeptRows(liveRows(sessionKey));
      // From the end, because a compression keeps the newest.
      const keptIds = messages
        .toReversed()
        .map((message) => kept.take(message))
        .toReversed();
      const ids = messages.map(
        (message, index) => keptIds[index] ?? writer.addCompressed(sessionKey, message, at),
      );
      const systemKey = system === undefined ? null : texts.keep(JSON.stringify(system));
      const layoutNow = system === undefined ? null : encodeLayout(layout);
      insert().run(sessionKey, JSON.stringify(ids), Math.round(at), systemKey, layoutNow);
    },
  };
}

/** Finds the rows of messages that a compression kept, so that their text isn't stored again. */
class KeptRows {
  readonly #idsOf = new Map<string, number[]>();

  constructor(rows: readonly LiveRow[]) {
    for (const row of rows) {
      const ids = this.#idsOf.get(fingerprint(row));
      if (ids) ids.push(row.id);
      else this.#idsOf.set(fingerprint(row), [row.id]);
    }
  }

  /** Each row is taken once, the newest of equal ones first. */
  take(message: Message): number | undefined {
    return this.#idsOf.get(fingerprint(encodeMessage(message)))?.pop();
  }
}

function fingerprint(row: MessageColumns): string {
  const { role, text, body, tool_name, tool_call_id, finish_reason, provenance } = row;
  return JSON.stringify([role, text, body, tool_name, tool_call_id, finish_reason, provenance ?? null]);
}
