import type { Database } from "./database/driver.ts";
import type { JournalEntry } from "./journal.ts";
import { sessionNotFound } from "./session-not-found.ts";

type EntryOf<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

/** What was begun and has no outcome yet. Each writing method is one transaction, or joins the caller's. */
export interface RunningSteps {
  keepPartial(sessionId: string, entry: EntryOf<"partial">): void;
  /** An assistant message holds all that was shown. */
  endRequest(sessionKey: number): void;
  startCall(sessionId: string, entry: EntryOf<"tool-start">): void;
  endCall(sessionKey: number, callId: string): void;
  /** Undefined where nothing was shown, or all of it was taken back. */
  partial(sessionKey: number): { readonly text: string; readonly reasoning: string } | undefined;
  /** Ids of calls without an outcome, in the order in which they were started. */
  startedCalls(sessionKey: number): readonly string[];
}

export function createRunningSteps(database: Database): RunningSteps {
  const keepPartial = database.prepare(
    `INSERT INTO running_requests (session_key, text, reasoning, at) SELECT key, ?, ?, ? FROM sessions WHERE id = ?
     ON CONFLICT (session_key) DO UPDATE SET text = excluded.text, reasoning = excluded.reasoning, at = excluded.at`,
  );
  const endRequest = database.prepare<[number]>("DELETE FROM running_requests WHERE session_key = ?");
  const startCall = database.prepare(
    `INSERT OR REPLACE INTO running_calls (session_key, call_id, name, arguments, at)
     SELECT key, ?, ?, ?, ? FROM sessions WHERE id = ?`,
  );
  const endCall = database.prepare<[number, string]>(
    "DELETE FROM running_calls WHERE session_key = ? AND call_id = ?",
  );
  const partial = database.prepare<[number], { text: string; reasoning: string }>(
    "SELECT text, reasoning FROM running_requests WHERE session_key = ? AND (text <> '' OR reasoning <> '')",
  );
  const startedCalls = database
    .prepare<[number], string>("SELECT call_id FROM running_calls WHERE session_key = ? ORDER BY id")
    .pluck();

  return {
    keepPartial(sessionId, { text, reasoning, at }) {
      mustChange(keepPartial.run(text, reasoning, Math.round(at), sessionId), sessionId);
    },
    endRequest: (sessionKey) => void endRequest.run(sessionKey),
    startCall(sessionId, { callId, name, arguments: args, at }) {
      mustChange(startCall.run(callId, name, args, Math.round(at), sessionId), sessionId);
    },
    endCall: (sessionKey, callId) => void endCall.run(sessionKey, callId),
    partial: (sessionKey) => partial.get(sessionKey),
    startedCalls: (sessionKey) => startedCalls.all(sessionKey),
  };
}

/** Rows are taken from the session they belong to, so that nothing is written where there is none. */
function mustChange({ changes }: { readonly changes: number }, sessionId: string): void {
  if (changes === 0) throw sessionNotFound(sessionId);
}
