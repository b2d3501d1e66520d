import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { chooseSession } from "@hermes/runtime";
import type { SessionRecord, State } from "@hermes/state";
import { openStore } from "../commands/sessions/open-store.ts";
import type { Host } from "../host.ts";

/** Whether Hermes has, or had, worktrees in the repository around a folder. Cheap: asks nobody. */
export function mayHaveWorktrees(cwd: string): boolean {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".worktrees"))) return true;
    if (dirname(folder) === folder) return false;
  }
}

/**
 * The session that a person means. The newest one of this folder may be one that was held in a worktree of it.
 *
 * @param folder That of the worktrees.
 * @returns Undefined where there is none: whoever opens it says so.
 */
export async function meantSession(
  wanted: string,
  { folder, host }: { readonly folder: string; readonly host: Host },
): Promise<SessionRecord | undefined> {
  await using store = await openStore(host);
  const state = await store.existing();
  if (state === undefined) return undefined;
  return wanted === "latest" ? newest(state, folder, host.cwd) : named(state, wanted);
}

/** As many as may have come after the last one of this folder. */
const lookedAt = 500;

function newest({ sessions }: State, folder: string, cwd: string): SessionRecord | undefined {
  return sessions
    .list({ limit: lookedAt, oneShots: true })
    .find((session) => session.messageCount > 0 && (session.cwd === cwd || isWithin(session.cwd, folder)));
}

function named({ sessions }: State, wanted: string): SessionRecord | undefined {
  try {
    return sessions.get(chooseSession(sessions, wanted));
  } catch {
    // Whoever opens it says what is wrong with the name.
    return undefined;
  }
}

/** The id of the worktree below `folder` in which a session was held. */
export function worktreeIdOf({ cwd }: SessionRecord, folder: string): string | undefined {
  if (cwd === undefined || !isWithin(cwd, folder)) return undefined;
  return /^hermes-(.+)$/.exec(cwd.slice(folder.length + 1).split(sep)[0] ?? "")?.[1];
}

function isWithin(path: string | undefined, folder: string): boolean {
  return path?.startsWith(folder + sep) ?? false;
}
