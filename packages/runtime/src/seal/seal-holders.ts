import { isGone, ownerOf, processOwner } from "@hermes/agent-loop";
import type { LeaseOwner } from "@hermes/agent-loop";
import type { PartTables } from "@hermes/state";
import { uptime } from "node:os";

/** Of a process elsewhere nothing can be known: after so long without a sign it counts as gone. */
const silenceLimitMs = 24 * 3_600_000;

/** A process that may write to the home: that of open sessions, or one that a session left behind. */
export interface SealHolder {
  /** Differs from that of every other runtime, also in the same process. */
  readonly id: string;
  readonly owner: LeaseOwner;
  /** False: a session left it in the background. */
  readonly isSession: boolean;
  /** Milliseconds since 1970: its first call of a tool. */
  readonly since: number;
  /** Milliseconds since 1970: its last sign. */
  readonly at: number;
}

/** Those that died without a word included. */
export function readHolders(tables: Pick<PartTables, "all">): readonly SealHolder[] {
  const rows = tables.all("SELECT id, host, pid, started, is_session, since, at FROM seal_holders");
  return rows.map(({ id, host, pid, started, is_session, since, at }) => {
    const owner = { host: String(host), pid: Number(pid) };
    return {
      id: String(id),
      owner: started === "" ? owner : { ...owner, processStart: String(started) },
      isSession: is_session !== 0,
      since: Number(since),
      at: Number(at),
    };
  });
}

/** Whether it can't write any more. */
export function isOver({ owner, at }: SealHolder, now: number): boolean {
  return isGone(owner) || isOfEarlierBoot(owner) || now - at > silenceLimitMs;
}

function isOfEarlierBoot({ host, processStart }: LeaseOwner): boolean {
  const own = processOwner();
  if (host !== own.host || processStart === undefined || own.processStart === undefined) return false;
  return bootOf(processStart) !== bootOf(own.processStart);
}

function bootOf(processStart: string): string {
  return processStart.slice(0, processStart.indexOf("/"));
}

export function writeHolder(tables: PartTables, { id, owner, isSession, since, at }: SealHolder): void {
  const { host, pid, processStart = "" } = owner;
  tables.run(
    "INSERT OR REPLACE INTO seal_holders (id, host, pid, started, is_session, since, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ...[id, host, pid, processStart, isSession ? 1 : 0, since, at],
  );
}

export function removeHolder(tables: PartTables, { id }: Pick<SealHolder, "id">): void {
  tables.run("DELETE FROM seal_holders WHERE id = ?", id);
}

/** Processes of this machine that sessions started in the background, and that run still. */
export function holdersInBackground(tables: Pick<PartTables, "all">, now: number): readonly SealHolder[] {
  const rows = tables.all(
    `SELECT json_extract(record, '$.pid') AS pid, json_extract(record, '$.startedAtMs') AS started
     FROM processes_records
     WHERE json_valid(record) AND json_extract(record, '$.state') IN ('starting', 'running')`,
  );
  return rows.flatMap(({ pid, started }) => {
    const owner = typeof pid === "number" ? ownerOf(pid) : undefined;
    if (owner === undefined || !isStartedAround(owner, Number(started), now)) return [];
    const id = `process ${owner.pid} ${owner.processStart ?? ""}`;
    return [{ id, owner, isSession: false, since: now, at: now }];
  });
}

/** A process that died unseen has left its id to another one. */
function isStartedAround({ processStart }: LeaseOwner, startedAtMs: number, now: number): boolean {
  const ticks = processStart?.split("/").at(-1);
  if (ticks === undefined) return true;
  const bootedAtMs = now - uptime() * 1_000;
  return Math.abs(bootedAtMs + Number(ticks) * msPerTick - startedAtMs) < 10_000;
}

/** Linux counts in hundredths of a second, whatever its own clock does. */
const msPerTick = 10;
