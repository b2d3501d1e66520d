import type { InnerCall, InnerCalls, State } from "@hermes/state";

// Types and no interfaces: only those are records of tables.
type Runs = { readonly id: number; readonly session_id: string; readonly call_id: string };
type Calls = {
  readonly run_id: number;
  readonly place: number;
  readonly tool: string;
  /** The tool, a blank, and its arguments as JSON. */
  readonly call: string;
  readonly state: string;
  readonly started_at: number;
  readonly duration_ms: number | null;
  readonly is_error: number | null;
};
type Tables = {
  readonly sqlite_schema: { readonly name: string };
  readonly sandbox_runs: Runs;
  readonly sandbox_tool_calls: Calls;
};

/**
 * The calls that scripts of a session made, by the id of the call of `execute_code`, in the order in which they were
 * written down. Empty in a store that never held any. Reads alone.
 */
export async function scriptCallsOf(state: State, sessionId: string): Promise<InnerCalls> {
  const store = (await state.kysely()).withTables<Tables>();
  const there = await store
    .selectFrom("sqlite_schema")
    .select("name")
    .where("name", "=", "sandbox_tool_calls")
    .executeTakeFirst();
  if (there === undefined) return new Map();
  const rows = await store
    .selectFrom("sandbox_tool_calls")
    .innerJoin("sandbox_runs", "sandbox_runs.id", "sandbox_tool_calls.run_id")
    .where("sandbox_runs.session_id", "=", sessionId)
    .orderBy("sandbox_tool_calls.run_id")
    .orderBy("sandbox_tool_calls.place")
    .select(["sandbox_runs.call_id", "tool", "call", "state", "duration_ms", "is_error"])
    .select("sandbox_tool_calls.started_at")
    .execute();
  const calls = new Map<string, InnerCall[]>();
  for (const { call_id, tool, call, state: stage, started_at, duration_ms, is_error } of rows) {
    const made: InnerCall = {
      tool,
      arguments: call.slice(tool.length + 1),
      outcome: stage !== "finished" ? "unknown" : is_error === 1 ? "failed" : "done",
      startedAt: started_at,
      ...(duration_ms === null ? {} : { durationMs: duration_ms }),
    };
    const list = calls.get(call_id);
    if (list === undefined) calls.set(call_id, [made]);
    else list.push(made);
  }
  return calls;
}
