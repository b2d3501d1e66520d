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
  wall: z.enum(["workspace", "read-only", "open"]).optional(),
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

const source = "process";

/** The id under which the session is told of it: ids of processes are given again once they are forgotten. */
function noticeId({ startedAtMs }: ProcessRecord, id: string): string {
  return `${source}:${id}@${startedAtMs}`;
}

/** The ids by which processes know their notices, of those that a session was told. */
export function processNoticeIds(told: readonly string[]): readonly string[] {
  return told.flatMap((id) => /^process:(.+)@\d+$/.exec(id)?.[1] ?? []);
}

/** The notices of the session as the record has them. */
function recordNotices({ journal: { notices } }: State, record: ProcessRecord): void {
  const { taskId, id: process } = record;
  for (const { id, text } of record.notices)
    notices.record(taskId, { id: noticeId(record, id), source, text, at: Date.now() });
  const kept = new Set(record.notices.map(({ id }) => noticeId(record, id)));
  const isOld = (id: string): boolean =>
    id.startsWith(`${source}:${process}.`) && id.endsWith(`@${record.startedAtMs}`) && !kept.has(id);
  const old = notices.waiting(taskId).filter(({ id }) => isOld(id));
  if (old.length > 0)
    notices.withdraw(
      taskId,
      old.map(({ id }) => id),
    );
}

/**
 * Records of background processes in the store; see `processMigrations`. What is to be told of one is recorded in the same step
 * as its record.
 */
export function storedProcesses(store: () => Promise<State>): ProcessRecords {
  return {
    async load(taskId) {
      const state = await store();
      const rows = state.transaction((tables) =>
        tables.all("SELECT record FROM processes_records WHERE task_id = ?", taskId),
      );
      const waiting = new Set(state.journal.notices.waiting(taskId).map(({ id }) => id));
      return rows
        .flatMap((row) => parseRecord(row["record"]))
        .map((each) => ({
          ...each,
          // The program may have died after it had told one, and before the record said so.
          notices: each.notices.filter(({ id }) => waiting.has(noticeId(each, id))),
        }))
        .sort((a, b) => a.startedAtMs - b.startedAtMs);
    },
    async save(process) {
      const { taskId, id } = process;
      const state = await store();
      state.transaction((tables) => {
        tables.run(
          "INSERT INTO processes_records (task_id, id, record) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET record = excluded.record",
          taskId,
          id,
          JSON.stringify(process),
        );
        recordNotices(state, process);
      });
    },
    async remove(taskId, id) {
      const state = await store();
      state.transaction((tables) =>
        tables.run("DELETE FROM processes_records WHERE task_id = ? AND id = ?", taskId, id),
      );
    },
  };
}

/** Of every session, or of one, oldest first. */
export function allStoredProcesses(state: State, taskId?: string): readonly ProcessRecord[] {
  const rows = state.read((tables) =>
    taskId === undefined
      ? tables.all("SELECT record FROM processes_records")
      : tables.all("SELECT record FROM processes_records WHERE task_id = ?", taskId),
  );
  return rows
    .flatMap((row) => parseRecord(row["record"]))
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs);
}

/** A record of a later version that says something else is left alone, as if it were not there. */
function parseRecord(text: unknown): readonly ProcessRecord[] {
  if (typeof text !== "string") return [];
  const { data } = record.safeParse(JSON.parse(text));
  if (data === undefined) return [];
  const { handle, pid, exit: ended, notify } = data;
  return [{ ...data, handle, pid, exit: ended, notify: { ...notify, everyMs: notify.everyMs } }];
}
