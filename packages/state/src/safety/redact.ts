import { rmSync } from "node:fs";
import type { Message } from "@hermes/models";
import { createOverwriter } from "@hermes/redaction/overwrite";
import type { Overwriter } from "@hermes/redaction/overwrite";
import { mapTexts } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import type { Connection } from "../database/connect.ts";
import { decodeMessage, encodeMessage, type MessageColumns } from "../message-row.ts";
import type { Indexing } from "../search/indexing.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { hashOf } from "../texts.ts";
import { defaultTitle } from "../title.ts";
import type { Backups } from "./backup.ts";
import { overwriteColumns, partTables } from "./overwrite-columns.ts";

export interface RedactOptions {
  /** Where texts are kept outside the store, such as spilled results. Overwrites `text` there. @returns How often it was there. */
  readonly files?: ((text: string) => Promise<number>) | undefined;
}

export interface RedactReport {
  /** Rows of the store in which the text was. */
  readonly rows: number;
  /** Snapshots that were deleted, because they may have held it; a new one was written. */
  readonly snapshots: number;
  readonly files: number;
}

export interface RedactParts {
  readonly index: SearchIndex;
  readonly indexing: Indexing;
  readonly backups: Backups;
}

const minChars = 4;

/** All columns besides those of messages and texts that hold what somebody wrote. */
const columns: readonly (readonly [table: string, ...columns: string[]])[] = [
  ["sessions", "title", "summary", "keywords", "tags"],
  ["running_requests", "text", "reasoning"],
  ["running_calls", "arguments"],
  ["learnings", "pattern", "error_type", "fix", "context", "tags"],
  ["approvals", "request", "answer"],
  ["audit", "request", "decided_by", "reason"],
  ["notices", "text"],
];

/** The one rewrite there is: overwrites a text wherever it stands, so that it is nowhere in the files of the store. */
export function createRedact(
  { database, path, attempt }: Connection,
  { index, indexing, backups }: RedactParts,
): (text: string, options?: RedactOptions) => Promise<RedactReport> {
  function redactMessages({ forms, text }: Overwriter): number {
    const where = forms.map(
      () => "instr(text, ?) OR instr(body, ?) OR instr(tool_name, ?) OR instr(tool_call_id, ?)",
    );
    const rows = database
      .prepare<string[], MessageColumns & { id: number; session_key: number }>(
        `SELECT id, session_key, role, text, body, tool_name, tool_call_id, finish_reason, provenance FROM messages WHERE ${where.join(" OR ")}`,
      )
      .all(...forms.flatMap((form) => [form, form, form, form]));
    const update = database.prepare(
      "UPDATE messages SET text = ?, body = ?, tool_name = ?, tool_call_id = ?, provenance = ? WHERE id = ?",
    );
    for (const row of rows) {
      // Only the contents of strings change, the shape stays.
      const message = mapTexts(decodeMessage(row), { text: (kept) => text(kept), name: text }) as Message;
      const clean = encodeMessage(message);
      update.run(clean.text, clean.body, clean.tool_name, clean.tool_call_id, clean.provenance, row.id);
    }
    for (const key of new Set(rows.map(({ session_key }) => session_key))) renewTitle(key);
    return rows.length;
  }

  /** A title from the first words may hold the beginning of the text. */
  function renewTitle(sessionKey: number): void {
    const first = database
      .prepare<[number], string>(
        "SELECT text FROM messages WHERE session_key = ? AND role = 'user' ORDER BY id LIMIT 1",
      )
      .pluck()
      .get(sessionKey);
    database
      .prepare("UPDATE sessions SET title = ? WHERE key = ? AND title_chosen = 0")
      .run(defaultTitle(first ?? ""), sessionKey);
  }

  function redactTexts({ text }: Overwriter): number {
    const rows = database.prepare<[], { key: number; body: string }>("SELECT key, body FROM texts").all();
    const update = database.prepare("UPDATE texts SET body = ?, hash = ? WHERE key = ?");
    let changed = 0;
    for (const { key, body } of rows) {
      const clean = text(body);
      if (clean === body) continue;
      update.run(clean, hashOf(clean), key);
      changed++;
    }
    return changed;
  }

  const redactRows = database.transaction((overwriter: Overwriter): number => {
    const { forms } = overwriter;
    let rows = 0;
    for (const [table, names] of partTables(database))
      // Two keys that were different only by the text become one row.
      rows += overwriteColumns(database, { table, names, forms, conflict: "REPLACE" });
    rows += redactMessages(overwriter) + redactTexts(overwriter);
    for (const [table, ...names] of columns)
      rows += overwriteColumns(database, { table, names, forms, conflict: "ABORT" });
    return rows;
  }).immediate;

  /** Deleted rows and pages still hold their bytes, until the file is written anew and its log is emptied. */
  function wipe(): void {
    database.exec("VACUUM");
    if (path === ":memory:") return;
    const [result] = database.pragma("wal_checkpoint(TRUNCATE)") as readonly { busy: number }[];
    if (result?.busy === 1) throw stillRead(path);
  }

  return async (text, { files } = {}) => {
    if (text.trim().length < minChars) throw tooShort();
    const overwriter = createOverwriter(text);
    const rows = attempt(() => redactRows(overwriter));
    attempt(() => index.reset());
    await indexing.rebuild();
    attempt(wipe);
    const old = backups.snapshots();
    for (const snapshot of old) rmSync(snapshot, { force: true });
    if (old.length > 0) await backups.snapshot();
    return { rows, snapshots: old.length, files: (await files?.(text)) ?? 0 };
  };
}

function tooShort(): HermesError {
  return new HermesError(`A text of less than ${minChars} characters can't be redacted.`, {
    code: "STATE_TEXT_TOO_SHORT",
    hint: "It would be found in much that has nothing to do with it. Give the whole secret.",
  });
}

function stillRead(path: string): HermesError {
  return new HermesError(`The text is out of the store "${path}", but its log could not be emptied.`, {
    code: "STATE_LOCKED",
    hint: "Another program reads the store. Close it and redact the text again.",
  });
}
