import type { Job } from "../../jobs/job.ts";
import type { SkipReason } from "../../scheduler/slot.ts";
import type { JobStore } from "../cron-store.ts";
import { jobBody, toJob } from "./job-row.ts";
import type { StoreAccess, Tables } from "./store-access.ts";

export function sqliteJobs({ transaction, read }: StoreAccess): JobStore {
  return {
    add: async (job) =>
      transaction(
        (tables) =>
          tables.run(
            `INSERT INTO cron_jobs (id, name, state, paused_because, next_at, runs, revision, body)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
            ...[job.id, job.name, job.state, job.pausedBecause ?? null, job.nextAt ?? null],
            ...[job.runs, job.revision, jobBody(job)],
          ).changes === 1,
      ),
    get: async (id) =>
      read((tables) => tables.all("SELECT * FROM cron_jobs WHERE id = ?", id).map(toJob).at(0)),
    list: async () => read((tables) => tables.all("SELECT * FROM cron_jobs ORDER BY name").map(toJob)),
    replace: async (job, options) =>
      transaction((tables) => {
        if (!update(tables, job)) return false;
        if (options?.skipWaiting !== undefined)
          skip(tables, job.id, options.skipWaiting, { at: options.now, isAskedToo: false });
        return true;
      }),
    remove: async (id, at) =>
      transaction((tables) => {
        if (tables.run("DELETE FROM cron_jobs WHERE id = ?", id).changes === 0) return false;
        skip(tables, id, "removed", { at, isAskedToo: true });
        return true;
      }),
  };
}

function update(tables: Tables, job: Job): boolean {
  return (
    tables.run(
      `UPDATE OR IGNORE cron_jobs SET name = ?, paused_because = ?, next_at = ?, body = ?,
         revision = revision + 1, runs = CASE WHEN state = 'done' THEN 0 ELSE runs END, state = ?
       WHERE id = ? AND revision = ?`,
      ...[job.name, job.pausedBecause ?? null, job.nextAt ?? null, jobBody(job)],
      ...[job.state, job.id, job.revision],
    ).changes === 1
  );
}

function skip(
  tables: Tables,
  job: string,
  reason: SkipReason,
  { at, isAskedToo }: { readonly at: number; readonly isAskedToo: boolean },
): void {
  tables.run(
    `UPDATE cron_slots SET state = 'skipped', reason = ?, ended_at = ?
     WHERE job = ? AND state IN ('waiting', 'running') AND state = 'waiting' AND (cause = 'schedule' OR ?)`,
    ...[reason, at, job, Number(isAskedToo)],
  );
}
