import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Processes that belong together: a process group, and on Linux whoever carries the marker in its environment. */
export interface ProcessTree {
  /** Ids of the process groups. */
  readonly groups: Iterable<number>;
  /**
   * Text of an environment entry. It also finds processes that left their group (`setsid`, `set -m`), on Linux alone
   * and unless they dropped their environment.
   */
  readonly marker: string;
}

/** Time between TERM and KILL. */
export const killGraceMs: number = 2_000;

/** Ends a tree: TERM, and KILL for what is left after the grace. Resolves when nothing of it runs. */
export async function endProcessTree(tree: ProcessTree, graceMs: number): Promise<void> {
  if (!signalTree(tree, "SIGTERM")) return;
  if (await isGoneWithin(tree, graceMs)) return;
  signalTree(tree, "SIGKILL");
  // A process in uninterruptible sleep outlives even KILL for a while; nobody gains from waiting for it.
  await isGoneWithin(tree, 1000);
}

/** Whether any process of the group runs. */
export function isGroupAlive(group: number): boolean {
  return sendSignal(-group, 0);
}

async function isGoneWithin(tree: ProcessTree, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 50)) {
    if (!isAlive(tree)) return true;
    if (performance.now() >= deadline) return false;
    await delay(waitMs);
  }
}

/** @returns False when there was nobody to signal. */
function signalTree(tree: ProcessTree, signal: NodeJS.Signals): boolean {
  let reached = false;
  // A group as a whole, so that a child which is just being born gets it too: between a look at the list of processes
  // and a signal to each of them, a shell can start another one.
  for (const group of tree.groups) reached = sendSignal(-group, signal) || reached;
  for (const { pid, isInGroup } of members(tree)) {
    // Once to each: to many programs a second TERM means that they are to give up at once.
    if (!isInGroup) reached = sendSignal(pid, signal) || reached;
  }
  return reached;
}

function isAlive(tree: ProcessTree): boolean {
  if (process.platform !== "linux") return [...tree.groups].some(isGroupAlive);
  return members(tree).length > 0;
}

interface Member {
  readonly pid: number;
  readonly isInGroup: boolean;
}

/** What runs of a tree; nothing where the system does not list its processes as files. */
function members({ groups, marker }: ProcessTree): Member[] {
  if (process.platform !== "linux") return [];
  const wanted = new Set(groups);
  const result: Member[] = [];
  for (const name of readdirSync("/proc")) {
    if (name.charCodeAt(0) > 0x39 || name.charCodeAt(0) < 0x30) continue;
    const member = asMember(Number(name), wanted, marker);
    if (member !== undefined) result.push(member);
  }
  return result;
}

function asMember(pid: number, groups: ReadonlySet<number>, marker: string): Member | undefined {
  try {
    // After the command in parentheses, which may itself hold any character: state, parent, group.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
    if (state === "Z" || state === "X") return undefined;
    if (groups.has(Number(group))) return { pid, isInGroup: true };
    const isMarked = readFileSync(`/proc/${pid}/environ`, "latin1").includes(marker);
    return isMarked ? { pid, isInGroup: false } : undefined;
  } catch {
    // Gone meanwhile, or somebody else's.
    return undefined;
  }
}

function sendSignal(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    // ESRCH: nobody there. EPERM: not ours, so neither to be counted nor to be waited for.
    return false;
  }
}
