import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { JailRun } from "./jail.ts";

/** A group of processes that the system counts together. */
export interface ControlGroup {
  /** Arguments before a command that make it join. */
  readonly enter: readonly string[];
  close(): Promise<void>;
}

const root = "/sys/fs/cgroup";

/**
 * Limits the processes and the memory of a run with everything it starts.
 *
 * @returns Undefined where this process may not make groups.
 */
export async function openControlGroup({ limits }: JailRun): Promise<ControlGroup | undefined> {
  const name = `hermes-${randomUUID().slice(0, 8)}`;
  const memory = limits.memoryMegabytes * 1024 * 1024;
  const groups = existsSync(join(root, "cgroup.controllers"))
    ? [
        {
          folder: join(root, name),
          settings: { "pids.max": limits.maxProcesses, "memory.max": memory, "memory.swap.max": 0 },
        },
      ]
    : [
        { folder: join(root, "pids", name), settings: { "pids.max": limits.maxProcesses } },
        { folder: join(root, "memory", name), settings: { "memory.limit_in_bytes": memory } },
      ];
  const made: string[] = [];
  for (const { folder, settings } of groups) {
    try {
      await mkdir(folder);
      made.push(folder);
      for (const [file, value] of Object.entries(settings)) {
        await writeFile(join(folder, file), String(value)).catch(() => undefined); // Not every kernel has each.
      }
    } catch {
      // This controller is not ours to use; the other one may be.
    }
  }
  if (made.length === 0) return undefined;
  const joins = made.map((_, index) => `echo $$ > "$${index + 1}/cgroup.procs"`).join(" && ");
  return {
    enter: ["sh", "-c", `${joins}; shift ${made.length}; exec "$@"`, "sh", ...made],
    async close() {
      await Promise.all(made.map(removeGroup));
    },
  };
}

/** A group can be removed once its last process is gone. */
async function removeGroup(folder: string): Promise<void> {
  for (let waitMs = 1; waitMs < 1_000; waitMs *= 2) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EBUSY")) return;
      await delay(waitMs);
    }
  }
}
