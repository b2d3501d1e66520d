import { readlinkSync } from "node:fs";

/**
 * Names of what a run makes outside itself say who made it: when that process is gone, the next one cleans up.
 * A number of a process means something only in its namespace, which is therefore part of the name.
 */
export function ownerMark(pid: number = process.pid): string {
  return `${processNamespace()}-${pid}`;
}

/** Whether a name of the form `<start><owner's mark>-…` belongs to a process that is gone. */
export function isOrphaned(name: string, start: string): boolean {
  if (!name.startsWith(start)) return false;
  const [namespace, pid] = name.slice(start.length).split("-");
  return namespace === processNamespace() && /^[1-9]\d*$/.test(pid ?? "") && !isAlive(Number(pid));
}

function processNamespace(): string {
  try {
    const inode = /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0];
    return Number(inode).toString(36);
  } catch {
    return "0"; // Other systems have one for all.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
