import { readFileSync, readdirSync } from "node:fs";

/** @returns Whether the group has a process that could be told. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/**
 * Whether a process of the group still runs. Zombies don't: in a container they stay as long as its first process likes, and signals
 * reach them all the same.
 */
export function runsGroup(group: number): boolean {
  return signalGroup(group, 0) && (process.platform !== "linux" || hasLiving(group));
}

function hasLiving(group: number): boolean {
  try {
    return readdirSync("/proc").some((name) => /^\d+$/u.test(name) && isLiving(name, group));
  } catch {
    return true;
  }
}

function isLiving(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it may hold anything.
    const [state = "", , of] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(of) === group && !"ZX".includes(state);
  } catch {
    // It ended meanwhile.
    return false;
  }
}
