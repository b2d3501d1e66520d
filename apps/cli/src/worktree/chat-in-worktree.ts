import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ChatFlags } from "../chat/chat-flags.ts";
import { resumeOf } from "../chat/resume-of.ts";
import { usageError } from "../failure.ts";
import type { Host } from "../host.ts";
import { cleanText } from "../render/clean-text.ts";
import { enterWorktree, type EnteredWorktree } from "./enter-worktree.ts";
import { openRepository, worktreesFolder, type Repository } from "./repository.ts";
import { meantSession, worktreeIdOf } from "./session-worktree.ts";
import { removeLeft, settleWorktree } from "./settle-worktree.ts";
import { endLines } from "./end-lines.ts";

export type Talk = (flags: ChatFlags, host: Host) => Promise<number>;

/** A conversation in a worktree: a new one, a named one, or the one that it began in. */
export async function chatInWorktree(flags: ChatFlags, host: Host, talk: Talk): Promise<number> {
  const place = await placeOf(flags, host);
  if (place === undefined) return await talk(flags, host);
  const { repository, worktree, resume } = place;
  const folder = join(worktree.path, repository.prefix);
  const cwd = existsSync(folder) ? folder.replace(/[/\\]$/, "") : worktree.path;
  say(host, [`Working in ${cwd}, on the branch ${worktree.branch}.`]);
  try {
    // The settings may name another folder to work in.
    const inside = { ...host, cwd, env: { ...host.env, TERMINAL_CWD: cwd } };
    return await talk(resume === undefined ? flags : { ...flags, continue: undefined, resume }, inside);
  } finally {
    say(host, endLines(worktree, await settleWorktree(worktree, repository)));
  }
}

interface Place {
  readonly repository: Repository;
  readonly worktree: EnteredWorktree;
  /** The session that goes on, where it was looked for here. */
  readonly resume: string | undefined;
}

/** Undefined: the conversation goes on where the person is. */
async function placeOf(flags: ChatFlags, host: Host): Promise<Place | undefined> {
  const { worktree: wanted } = flags;
  const name = wanted === undefined ? undefined : nameOf(wanted);
  const goesOn = resumeOf(flags).resume;
  const repository = await (wanted === undefined
    ? repositoryAround(host)
    : openRepository(host.cwd, host.env));
  if (repository === undefined) return undefined;
  const folder = worktreesFolder(repository);
  const session =
    goesOn === undefined || name !== undefined ? undefined : await meantSession(goesOn, { folder, host });
  const began = session && worktreeIdOf(session, folder);
  const id = name ?? (began !== undefined && existsSync(join(folder, `hermes-${began}`)) ? began : undefined);
  if (wanted === undefined && id === undefined) return undefined;
  await removeLeft(repository, Date.now());
  const worktree = await enterWorktree(repository, id, host.stopped);
  return { repository, worktree, resume: session?.id };
}

/** Whoever only goes on is told nothing about git. */
async function repositoryAround(host: Host): Promise<Repository | undefined> {
  return await openRepository(host.cwd, host.env).catch(() => undefined);
}

function nameOf(wanted: string | true): string | undefined {
  // `hermes -w chat` has the command behind it, not a name.
  if (wanted === true || wanted === "chat") return undefined;
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(wanted)) return wanted;
  throw usageError(
    `"${wanted}" can't be the name of a worktree: use letters, digits, - and _. To ask a question: hermes -w -q "…"`,
  );
}

function say(host: Host, lines: readonly string[]): void {
  for (const line of lines) host.stderr.write(`${cleanText(line)}\n`);
}
