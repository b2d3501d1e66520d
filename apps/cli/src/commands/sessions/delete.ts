import { setImmediate as turn } from "node:timers/promises";
import type { SessionRecord, State } from "@hermes/state";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { confirm } from "../../prompt/confirm.ts";
import { countOf } from "../../render/count-of.ts";
import { localDay } from "../../render/local-time.ts";
import { printJson } from "../../render/print.ts";
import { showProgress } from "../../render/progress.ts";
import { sessionLines } from "../../render/session-lines.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import { findSession, openStore } from "./open-store.ts";

export interface DeleteOptions {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** `hermes sessions delete`: deletes sessions for good, after a question. */
export async function deleteSessions(
  wanted: readonly string[],
  options: DeleteOptions,
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = await store.needed();
  const sessions = new Map(wanted.map((each) => findSession(state, each)).map((each) => [each.id, each]));
  return await removeAll(state, [...sessions.values()], { ...options, host, isStill: () => true });
}

export interface PruneOptions extends DeleteOptions {
  /** Milliseconds. */
  readonly olderThan: number;
  readonly platform?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** `hermes sessions prune`: deletes what was not used for long, after it has said what. */
export async function pruneSessions(options: PruneOptions, host: Host): Promise<number> {
  const { olderThan, platform, dryRun, json } = options;
  await using store = await openStore(host);
  const state = await store.existing();
  const before = Date.now() - olderThan;
  const old = state?.sessions.prune({ before, platform, dryRun: true }) ?? [];
  if (state === undefined || old.length === 0) {
    if (json) printJson(host, { deleted: [] });
    else host.stdout.write(`No conversation was last used before ${localDay(before)}.\n`);
    return exitCodes.ok;
  }
  if (dryRun) {
    if (json) printJson(host, { wouldDelete: old });
    else for (const line of describe(old, host, host.stdout.columns)) host.stdout.write(`${line}\n`);
    return exitCodes.ok;
  }
  // Somebody may go on with one of them while the question stands.
  const isStill = ({ id }: SessionRecord): boolean =>
    (state.sessions.get(id)?.lastActiveAt ?? before) < before;
  return await removeAll(state, old, { ...options, host, isStill });
}

interface Removal extends DeleteOptions {
  readonly host: Host;
  /** Whether a session is still to be deleted when its turn comes. */
  readonly isStill: (session: SessionRecord) => boolean;
}

async function removeAll(
  state: State,
  sessions: readonly SessionRecord[],
  { json, yes, host, isStill }: Removal,
): Promise<number> {
  const intro = describe(sessions, host, host.stderr.columns);
  const question = sessions.length === 1 ? "Delete it for good?" : "Delete them for good?";
  if (!(await confirm(host, { intro, question, yes }))) {
    host.stderr.write("Nothing was deleted.\n");
    return exitCodes.failed;
  }
  const deleted: SessionRecord[] = [];
  const progress = showProgress(host, "deleted");
  using work = interruptible(host);
  try {
    for (const session of sessions) {
      work.signal.throwIfAborted();
      if (isStill(session)) {
        state.sessions.delete(session.id);
        deleted.push(session);
      }
      if (sessions.length > 1) progress.update({ done: deleted.length, total: sessions.length });
      // oxlint-disable-next-line no-await-in-loop -- room for Ctrl-C between two of them
      await turn();
    }
  } finally {
    progress.end();
    if (json) printJson(host, { deleted });
    else host.stdout.write(`Deleted ${conversations(deleted.length)}, ${messagesIn(deleted)}.\n`);
  }
  return exitCodes.ok;
}

const maxShown = 20;

function describe(
  sessions: readonly SessionRecord[],
  host: Host,
  columns: number | undefined,
): readonly string[] {
  const style = createStyle(coloured(host.stderr));
  const left = sessions.length - maxShown;
  return [
    ...sessionLines(sessions.slice(0, maxShown), { columns, style }),
    ...(left > 0 ? [`… and ${left} more`] : []),
    ...wrap(`${conversations(sessions.length)}, ${messagesIn(sessions)}. What they cost stays in the sums.`, {
      columns,
    }),
  ];
}

function conversations(count: number): string {
  return count === 1 ? "1 conversation" : `${count} conversations`;
}

function messagesIn(sessions: readonly SessionRecord[]): string {
  return countOf(sessions.reduce((sum, { messageCount }) => sum + messageCount, 0));
}
