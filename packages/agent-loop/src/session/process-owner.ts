import { nodeModule } from "@hermes/registry/node";
import type * as fs from "node:fs";
import type * as os from "node:os";
import type { LeaseOwner } from "../journal/session-lease.ts";

let own: LeaseOwner | undefined;

/**
 * This process, as the owner of a lease: read once, since it stays the same as long as it runs. Without processes, as in
 * browsers and at the edge, what runs is a host of its own: its leases hold until they expire.
 */
export function processOwner(): LeaseOwner {
  return (own ??= readOwner());
}

function readOwner(): LeaseOwner {
  const host = hostname();
  if (host === undefined) return { host: crypto.randomUUID(), pid: 0 };
  return ownerOf(process.pid) ?? { host, pid: process.pid };
}

function hostname(): string | undefined {
  return nodeModule<typeof os>("node:os")?.hostname();
}

function files(): typeof fs | undefined {
  return nodeModule<typeof fs>("node:fs");
}

/** A process of this machine; undefined when there is none of that id. */
export function ownerOf(pid: number): LeaseOwner | undefined {
  const host = hostname();
  if (host === undefined) return undefined;
  const owner = { host, pid };
  const [scope, stat] = [pidScope(), statOf(pid)];
  if (scope === undefined || stat === undefined) return isRunning(pid) ? owner : undefined;
  return stat.isDead ? undefined : { ...owner, processStart: `${scope}/${stat.startTicks}` };
}

/**
 * Whether the process is known to be gone, also when another one has its pid by now. Nothing is known of another machine,
 * another container, or the time before a restart of the machine; the lease then holds until it expires.
 */
export function isGone({ host, pid, processStart }: LeaseOwner): boolean {
  if (host !== hostname()) return false;
  if (processStart === undefined) return !isRunning(pid);
  const scope = pidScope();
  if (scope === undefined || !processStart.startsWith(`${scope}/`)) return false;
  const stat = statOf(pid);
  // Processes of others may be hidden, and are there all the same.
  if (stat === undefined) return !isRunning(pid);
  return stat.isDead || `${scope}/${stat.startTicks}` !== processStart;
}

/** Within what pids and start times can be compared: one start of the machine, one pid namespace. Linux alone has both. */
function pidScope(): string | undefined {
  return orUndefined(() => {
    const boot = files()?.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const namespace = files()?.readlinkSync("/proc/self/ns/pid");
    return boot === undefined || namespace === undefined ? undefined : `${boot}/${namespace}`;
  });
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): { readonly isDead: boolean; readonly startTicks: string } | undefined {
  return orUndefined(() => {
    const stat = files()?.readFileSync(`/proc/${pid}/stat`, "utf8") ?? "";
    // The name, in parentheses, may hold anything; after it come the state (3rd field) and the start (22nd).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { isDead: ["Z", "X"].includes(fields[0] ?? ""), startTicks: fields[19] ?? "" };
  });
}

function orUndefined<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch {
    // Not there on this system, or hidden from this user.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, but somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
