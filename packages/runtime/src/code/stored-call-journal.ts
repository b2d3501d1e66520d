import type { CallJournal, EarlierCall, RunJournal } from "@hermes/sandbox";
import type { State } from "@hermes/state";

type Tables = Parameters<Parameters<State["transaction"]>[0]>[0];
type Row = ReturnType<Tables["all"]>[number];

/**
 * Calls made by scripts in the store; see `codeCallTables`.
 *
 * A run is over when the session holds its result. One that came to its end in a program that died before that is
 * taken up like one that was cut off: the model does not know of it, and will ask for the same again.
 */
export function storedCallJournal(store: () => Promise<State>): CallJournal {
  /** Runs of this program. It takes up none of them again but those that ended in doubt. */
  const own = new Set<number>();

  return {
    async open({ sessionId, callId, language, codeHash }) {
      const state = await store();
      const found = state.transaction((tables) => {
        settleRuns(tables, sessionId);
        const left = tables
          .all(
            "SELECT id FROM sandbox_runs WHERE session_id = ? AND code_hash = ? AND ended < 2 ORDER BY id DESC",
            ...[sessionId, codeHash],
          )
          .map((row) => Number(row["id"]))
          .find((id) => !own.has(id));
        if (left !== undefined) {
          tables.run("UPDATE sandbox_runs SET ended = 0, call_id = ? WHERE id = ?", callId, left);
          const [row] = tables.all(
            "SELECT max(place) AS place FROM sandbox_tool_calls WHERE run_id = ?",
            left,
          );
          const earlier = earlierOf(tables.all(selectEarlier, left));
          return { run: left, earlier, lastPlace: Number(row?.["place"] ?? 0) };
        }
        const { lastId } = tables.run(
          "INSERT INTO sandbox_runs (session_id, call_id, language, code_hash, started_at) VALUES (?, ?, ?, ?, ?)",
          ...[sessionId, callId, language, codeHash, Date.now()],
        );
        return { run: lastId, earlier: [], lastPlace: 0 };
      });
      own.add(found.run);
      return journalOf(state, { ...found, onDoubt: () => own.delete(found.run) });
    },
  };
}

/** Runs whose result the session holds are over, and their answers are needed no more. */
function settleRuns(tables: Tables, sessionId: string): void {
  for (const row of tables.all(selectSettled, sessionId)) {
    const run = Number(row["id"]);
    tables.run("UPDATE sandbox_runs SET ended = 2 WHERE id = ?", run);
    tables.run("UPDATE sandbox_tool_calls SET answer = NULL WHERE run_id = ? AND answer IS NOT NULL", run);
  }
}

// What the loop puts in the place of a result that never came is none.
const selectSettled = `SELECT id FROM sandbox_runs WHERE session_id = ? AND ended = 1 AND EXISTS (
  SELECT 1 FROM messages JOIN sessions ON sessions.key = messages.session_key
  WHERE sessions.id = sandbox_runs.session_id AND messages.tool_call_id = sandbox_runs.call_id
    AND json_extract(messages.body, '$.standsFor') IS NULL)`;
const selectEarlier =
  "SELECT place, call, state, is_error, answer FROM sandbox_tool_calls WHERE run_id = ? AND read_only = 0 AND state <> 'forgotten' ORDER BY place";
const insertCall =
  "INSERT INTO sandbox_tool_calls (run_id, place, call_id, tool, call, read_only, state, started_at, duration_ms, is_error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

interface OpenRun {
  readonly run: number;
  readonly earlier: readonly EarlierCall[];
  /** Place of its last call so far. */
  readonly lastPlace: number;
  /** Called when it ended in doubt: it may be taken up again at once. */
  readonly onDoubt: () => void;
}

function journalOf(state: State, { run, earlier, lastPlace, onDoubt }: OpenRun): RunJournal {
  const places = new Map<string, number>();
  let last = lastPlace;
  return {
    earlier,
    started({ callId, tool, key, readOnly }) {
      // What changes nothing needs no line before it happens.
      if (readOnly) return;
      last += 1;
      places.set(callId, last);
      const values = [run, last, callId, tool, key, 0, "started", Date.now(), null, null];
      state.transaction((tables) => tables.run(insertCall, ...values));
    },
    finished({ callId, tool, key, readOnly }, { value, isError, durationMs }) {
      const failed = isError ? 1 : 0;
      if (readOnly) {
        const startedAt = Date.now() - Math.round(durationMs);
        last += 1;
        const values = [run, last, callId, tool, key, 1, "finished", startedAt, durationMs, failed];
        state.transaction((tables) => tables.run(insertCall, ...values));
        return;
      }
      const values = [durationMs, failed, answerText(value), run, places.get(callId) ?? null];
      places.delete(callId);
      state.transaction((tables) =>
        tables.run(
          "UPDATE sandbox_tool_calls SET state = 'finished', duration_ms = ?, is_error = ?, answer = ? WHERE run_id = ? AND place = ?",
          ...values,
        ),
      );
    },
    forget({ id }) {
      state.transaction((tables) =>
        tables.run(
          "UPDATE sandbox_tool_calls SET state = 'forgotten' WHERE run_id = ? AND place = ?",
          run,
          Number(id),
        ),
      );
    },
    end({ resumable }) {
      if (resumable) onDoubt();
      else state.transaction((tables) => tables.run("UPDATE sandbox_runs SET ended = 1 WHERE id = ?", run));
    },
  };
}

function answerText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    // What JSON can't express is a failure for the code, too.
    return "null";
  }
}

function earlierOf(rows: readonly Row[]): readonly EarlierCall[] {
  return rows.map((row) => {
    const call = { id: String(row["place"]), key: String(row["call"]) };
    if (row["state"] !== "finished") return call;
    const value: unknown = JSON.parse(String(row["answer"]));
    return { ...call, answer: { value, isError: row["is_error"] === 1 } };
  });
}
