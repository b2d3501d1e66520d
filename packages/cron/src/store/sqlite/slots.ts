import { readableJob } from "./job-row.ts";
import { toSlot } from "./slot-row.ts";
import { holds, optionalNumber } from "./store-access.ts";
import type { StoreAccess, Tables } from "./store-access.ts";
import type { JobPlan, NewSlot, SlotStore } from "../cron-store.ts";

const isOpen = "state IN ('waiting', 'running')";

// oxlint-disable-next-line max-lines-per-function -- one short method after another
export function sqliteSlots({ transaction, read }: StoreAccess): SlotStore {
  /** Writes, unless another scheduler has the lease. */
  const fenced = (token: number, work: (tables: Tables) => boolean): boolean =>
    transaction((tables) => holds(tables, token) && work(tables));

  return {
    due: async (now, limit) =>
      read((tables) =>
        tables
          .all(
            `SELECT * FROM cron_jobs WHERE state = 'active' AND next_at IS NOT NULL AND next_at <= ?
             ORDER BY next_at LIMIT ?`,
            ...[now, limit],
          )
          .flatMap((row) => readableJob(row) ?? []),
      ),
    plan: async (plans, token) =>
      transaction((tables) => (holds(tables, token) ? plans.filter((each) => carryOut(tables, each)) : [])),
    ask: async (job, now) =>
      transaction((tables) => {
        if (tables.all("SELECT 1 AS there FROM cron_jobs WHERE id = ?", job).length === 0) return undefined;
        let at = now;
        while (!insert(tables, { job, at, cause: "asked", startAfter: now })) at++;
        return slotOf(tables, { job, at });
      }),
    startable: async (now, limit) =>
      read((tables) =>
        tables
          .all(
            `SELECT * FROM cron_slots AS slot WHERE state = 'waiting' AND start_after <= ?
             AND NOT EXISTS (
               SELECT 1 FROM cron_slots WHERE job = slot.job AND at < slot.at AND start_after <= ?
               AND ${isOpen} AND state = 'waiting'
             ) ORDER BY start_after, at LIMIT ?`,
            ...[now, now, limit],
          )
          .map(toSlot),
      ),
    begin: async ({ job, at }, startedAt, token) =>
      fenced(
        token,
        (tables) =>
          tables.run(
            `UPDATE cron_slots SET state = 'running', started_at = ?, token = ?
             WHERE job = ? AND at = ? AND state = 'waiting'
             AND NOT EXISTS (SELECT 1 FROM cron_slots WHERE job = ? AND state = 'running')`,
            ...[startedAt, token, job, at, job],
          ).changes === 1,
      ),
    setSession: async ({ job, at }, sessionId, token) =>
      fenced(
        token,
        (tables) =>
          tables.run(
            "UPDATE cron_slots SET session_id = ? WHERE job = ? AND at = ? AND state = 'running' AND token = ?",
            ...[sessionId, job, at, token],
          ).changes === 1,
      ),
    leave: async ({ job, at }, token) =>
      fenced(
        token,
        (tables) =>
          tables.run(
            "UPDATE cron_slots SET token = NULL WHERE job = ? AND at = ? AND state = 'running' AND token = ?",
            ...[job, at, token],
          ).changes === 1,
      ),
    finish: async ({ job, at }, receipt, { at: endedAt, token }) =>
      fenced(token, (tables) => {
        const [row] = tables.all(
          `UPDATE cron_slots SET state = ?, reason = ?, result = ?, ended_at = ?
           WHERE job = ? AND at = ? AND state = 'running' AND token = ? RETURNING cause`,
          ...("result" in receipt
            ? ["ran", null, JSON.stringify(receipt.result)]
            : ["skipped", receipt.skipped, null]),
          ...[endedAt, job, at, token],
        );
        if (row === undefined) return false;
        if ("result" in receipt && row["cause"] === "schedule") count(tables, job, endedAt);
        endWithoutNext(tables, job);
        return true;
      }),
    skip: async (slots, reason, { at: endedAt, token }) => {
      fenced(token, (tables) => {
        for (const { job, at } of slots) {
          tables.run(
            `UPDATE cron_slots SET state = 'skipped', reason = ?, ended_at = ?
             WHERE job = ? AND at = ? AND state = 'waiting'`,
            ...[reason, endedAt, job, at],
          );
          endWithoutNext(tables, job);
        }
        return true;
      });
    },
    takeOver: async (token) =>
      transaction((tables) =>
        holds(tables, token)
          ? tables
              .all(
                `UPDATE cron_slots SET deaths = deaths + (token IS NOT NULL), token = ?
                 WHERE state = 'running' AND (token IS NULL OR token < ?) RETURNING *`,
                ...[token, token],
              )
              .map(toSlot)
          : [],
      ),
    open: async (job) =>
      read((tables) =>
        tables.all(`SELECT * FROM cron_slots WHERE job = ? AND ${isOpen} ORDER BY at`, job).map(toSlot),
      ),
    history: async ({ job, limit, before = Number.MAX_SAFE_INTEGER }) =>
      read((tables) =>
        (job === undefined
          ? tables.all("SELECT * FROM cron_slots WHERE at < ? ORDER BY at DESC, job LIMIT ?", before, limit)
          : tables.all(
              "SELECT * FROM cron_slots WHERE job = ? AND at < ? ORDER BY at DESC LIMIT ?",
              ...[job, before, limit],
            )
        ).map(toSlot),
      ),
    nextAt: async (after = Number.MIN_SAFE_INTEGER) =>
      read((tables) => {
        const [row = {}] = tables.all(
          `SELECT min(next) AS next FROM (
             SELECT min(next_at) AS next FROM cron_jobs WHERE state = 'active' AND next_at IS NOT NULL AND next_at > ?
             UNION ALL SELECT min(start_after) FROM cron_slots WHERE state = 'waiting' AND start_after > ?)`,
          ...[after, after],
        );
        return optionalNumber(row, "next");
      }),
    prune: async (before) =>
      transaction(
        (tables) =>
          tables.run(
            `DELETE FROM cron_slots WHERE at < ? AND NOT ${isOpen} AND at < (
               SELECT at FROM cron_slots AS newer WHERE newer.job = cron_slots.job
               ORDER BY at DESC LIMIT 1 OFFSET 49)`,
            before,
          ).changes,
      ),
  };
}

/** @returns False where the job was changed since it was read. */
function carryOut(tables: Tables, { job, slots, nextAt }: JobPlan): boolean {
  const { changes } = tables.run(
    `UPDATE cron_jobs SET next_at = ?, revision = revision + 1
     WHERE id = ? AND revision = ? AND next_at IS ? AND state = 'active'`,
    ...[nextAt ?? null, job.id, job.revision, job.nextAt ?? null],
  );
  if (changes === 0) return false;
  for (const slot of slots) insert(tables, slot);
  if (nextAt === undefined) endWithoutNext(tables, job.id);
  return true;
}

/** @returns False where the slot is there already. */
function insert(
  tables: Tables,
  { job, at, cause, startAfter, settled, until, count: slots }: NewSlot,
): boolean {
  return (
    tables.run(
      `INSERT INTO cron_slots (job, at, cause, state, start_after, reason, merged_into, until, count)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      ...[job, at, cause, settled?.state ?? "waiting", startAfter],
      settled?.state === "skipped" ? settled.reason : null,
      settled?.state === "merged" ? settled.mergedInto : null,
      ...[until ?? null, slots ?? null],
    ).changes === 1
  );
}

function slotOf(
  tables: Pick<Tables, "all">,
  { job, at }: Pick<NewSlot, "job" | "at">,
): ReturnType<typeof toSlot> | undefined {
  return tables.all("SELECT * FROM cron_slots WHERE job = ? AND at = ?", job, at).map(toSlot).at(0);
}

/** Counts a run for `repeat`; after the last one the job is done, and what waits of its schedule is skipped. */
function count(tables: Tables, job: string, at: number): void {
  tables.run("UPDATE cron_jobs SET runs = runs + 1 WHERE id = ?", job);
  const { changes } = tables.run(
    `UPDATE cron_jobs SET state = 'done', next_at = NULL, revision = revision + 1
     WHERE id = ? AND state <> 'done' AND runs >= json_extract(body, '$.repeat')`,
    job,
  );
  if (changes === 1)
    tables.run(
      `UPDATE cron_slots SET state = 'skipped', reason = 'limit', ended_at = ?
       WHERE job = ? AND ${isOpen} AND state = 'waiting' AND cause = 'schedule'`,
      ...[at, job],
    );
}

/** A job is done with the receipt of its last time. */
function endWithoutNext(tables: Tables, job: string): void {
  tables.run(
    `UPDATE cron_jobs SET state = 'done', revision = revision + 1 WHERE id = ? AND state = 'active' AND next_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM cron_slots WHERE job = ? AND ${isOpen})`,
    ...[job, job],
  );
}
