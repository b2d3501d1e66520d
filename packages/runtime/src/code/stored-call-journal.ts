import type { CallJournal, EarlierCall, RunJournal } from "@hermes/sandbox";
import type { State } from "@hermes/state";

type Row = ReturnType<Parameters<Parameters<State["transaction"]>[0]>[0]["all"]>[number];

/** Calls made by scripts in the store; see `codeCallTables`. */
export function storedCallJournal(store: () => Promise<State>): CallJournal {
  /** Runs that go on in this program: nobody else may take them up. */
  const active = new Set<number>();

  return {
    async open({ sessionId, callId, language, codeHash }) {
      const state = await store();
      const found = state.transaction((tables) => {
        const left = tables
          .all(
            "SELECT id FROM sandbox_runs WHERE session_id = ? AND code_hash = ? AND ended = 0 ORDER BY id DESC",
            ...[sessionId, codeHash],
          )
          .map((row) => Number(row["id"]))
          .find((id) => !active.has(id));
        if (left !== undefined) {
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
      active.add(found.run);
      return journalOf(state, { ...found, onEnd: () => active.delete(found.run) });
    },
  };
}

const selectEarlier =
  "SELECT place, call, state, is_error, answer FROM sandbox_tool_calls WHERE run_id = ? AND read_only = 0 AND state <> 'forgotten' ORDER BY place";
const insertCall =
  "INSERT INTO sandbox_tool_calls (run_id, place, call_id, tool, call, read_only, state, started_at, duration_ms, is_error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

interface OpenRun {
  readonly run: number;
  readonly earlier: readonly EarlierCall[];
  /** Place of its last call so far. */
  readonly lastPlace: number;
  readonly onEnd: () => void;
}

function journalOf(state: State, { run, earlier, lastPlace, onEnd }: OpenRun): RunJournal {
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
      onEnd();
      if (resumable) return;
      state.transaction((tables) => {
        tables.run("UPDATE sandbox_runs SET ended = 1 WHERE id = ?", run);
        tables.run(
          "UPDATE sandbox_tool_calls SET answer = NULL WHERE run_id = ? AND answer IS NOT NULL",
          run,
        );
      });
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
