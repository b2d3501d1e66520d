import type { State } from "@hermes/state";
import type { ProcessRecord, ProcessRecords } from "@hermes/terminal-backends";
import { z } from "zod";

const exit = z.object({
  exitCode: z.number().nullable(),
  signal: z.string().optional(),
  atMs: z.number(),
});

const record = z.object({
  taskId: z.string(),
  id: z.string(),
  command: z.string(),
  startedAtMs: z.number(),
  keep: z.boolean(),
  pty: z.boolean(),
  state: z.enum(["starting", "running", "exited", "killed", "lost"]),
  handle: z
    .union([z.object({ pid: z.number(), startedAt: z.string() }), z.object({ keptAs: z.string() })])
    .optional(),
  pid: z.number().optional(),
  exit: exit.optional(),
  notify: z.object({
    onComplete: z.boolean(),
    patterns: z.array(z.string()),
    everyMs: z.number().optional(),
  }),
  matches: z.number(),
  noticesMade: z.number(),
  notices: z.array(z.object({ id: z.string(), text: z.string(), about: z.enum(["end", "match", "check"]) })),
});

/** Records of background processes in the store; see `processMigrations`. */
export function storedProcesses(store: () => Promise<State>): ProcessRecords {
  return {
    async load(taskId) {
      const state = await store();
      const rows = state.transaction((tables) =>
        tables.all("SELECT record FROM processes_records WHERE task_id = ?", taskId),
      );
      return rows.flatMap((row) => parseRecord(row["record"])).sort((a, b) => a.startedAtMs - b.startedAtMs);
    },
    async save(process) {
      const { taskId, id } = process;
      const state = await store();
      state.transaction((tables) =>
        tables.run(
          "INSERT INTO processes_records (task_id, id, record) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET record = excluded.record",
          taskId,
          id,
          JSON.stringify(process),
        ),
      );
    },
    async remove(taskId, id) {
      const state = await store();
      state.transaction((tables) =>
        tables.run("DELETE FROM processes_records WHERE task_id = ? AND id = ?", taskId, id),
      );
    },
  };
}

/** A record of a later version that says something else is left alone, as if it were not there. */
function parseRecord(text: unknown): readonly ProcessRecord[] {
  if (typeof text !== "string") return [];
  const { data } = record.safeParse(JSON.parse(text));
  if (data === undefined) return [];
  const { handle, pid, exit: ended, notify } = data;
  return [{ ...data, handle, pid, exit: ended, notify: { ...notify, everyMs: notify.everyMs } }];
}
