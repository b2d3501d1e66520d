import type { LeaseOwner, SessionLeases } from "../journal/session-lease.ts";
import { isGone, processOwner } from "../session/process-owner.ts";
import { noticeOf, orphanedEnd } from "./child-outcome.ts";
import type { ChildFilter, ChildRecords } from "./child-ports.ts";
import type { ChildRecord } from "./child-record.ts";

export interface SettleOrphansOptions {
  readonly records: ChildRecords;
  /** Ids of the children that this process runs. */
  readonly live: { has(id: string): boolean };
  readonly leases?: SessionLeases | undefined;
  /** @default this process */
  readonly owner?: LeaseOwner | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** @default all */
  readonly filter?: Pick<ChildFilter, "parentId"> | undefined;
}

/** How long a child of which nothing is known may take to begin its session. */
const beginsWithinMs = 60_000;

/**
 * Ends the runs whose process is gone: they become `orphaned`, and their parents are told. Whoever asks at the same time, one of
 * them ends each.
 *
 * @returns How many were ended.
 */
export async function settleOrphans(options: SettleOrphansOptions): Promise<number> {
  const { records, filter, now = Date.now } = options;
  let settled = 0;
  for (const record of await records.list({ ...filter, running: true })) {
    // oxlint-disable-next-line no-await-in-loop -- there are few
    if (!(await isOrphan(record, { ...options, now }))) continue;
    const end = orphanedEnd(record, now());
    // oxlint-disable-next-line no-await-in-loop -- the same
    if (await records.finish(record, end, noticeOf(record, end))) settled += 1;
  }
  return settled;
}

async function isOrphan(
  { id, owner, startedAt }: ChildRecord,
  { live, leases, owner: self = processOwner(), now }: SettleOrphansOptions & { readonly now: () => number },
): Promise<boolean> {
  if (live.has(id)) return false;
  if (isSame(owner, self) || isGone(owner)) return true;
  if (owner.host === self.host && scopeOf(owner) === scopeOf(self)) return false;
  // Of another machine, or of the time before a restart, nothing is known: a child that runs holds its session.
  if (now() - startedAt < beginsWithinMs) return false;
  const answer = await leases?.acquire(id, { owner: self, now: now(), ttlMs: beginsWithinMs, isGone });
  if (answer === undefined) return leases !== undefined;
  if ("heldBy" in answer) return false;
  await leases?.release(id, answer.lease.token);
  return true;
}

/** Within what processes are known: one start of the machine, one namespace of pids. */
function scopeOf({ processStart = "" }: LeaseOwner): string {
  return processStart.slice(0, processStart.lastIndexOf("/"));
}

function isSame(one: LeaseOwner, other: LeaseOwner): boolean {
  return one.host === other.host && one.pid === other.pid && one.processStart === other.processStart;
}
