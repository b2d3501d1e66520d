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
    if (members(tree).length === 0) return true;
    if (performance.now() >= deadline) return false;
    await delay(waitMs);
  }
}

/** @returns False when there was nobody to signal. */
function signalTree(tree: ProcessTree, signal: NodeJS.Signals): boolean {
  let reached = false;
  for (const id of members(tree)) reached = sendSignal(id, signal) || reached;
  return reached;
}

/** Targets for `kill`: process ids, or negative group ids where the system does not list its processes as files. */
function members({ groups, marker }: ProcessTree): number[] {
  const wanted = new Set(groups);
  if (process.platform !== "linux") return [...wanted].filter(isGroupAlive).map((group) => -group);
  const result: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (name.charCodeAt(0) > 0x39 || name.charCodeAt(0) < 0x30) continue;
    const pid = Number(name);
    if (isMember(pid, wanted, marker)) result.push(pid);
  }
  return result;
}

function isMember(pid: number, groups: ReadonlySet<number>, marker: string): boolean {
  try {
    // After the command in parentheses, which may itself hold any character: state, parent, group.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
    if (state === "Z" || state === "X") return false;
    if (groups.has(Number(group))) return true;
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(marker);
  } catch {
    // Gone meanwhile, or somebody else's.
    return false;
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
