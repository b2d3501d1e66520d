import { readFileSync, readdirSync } from "node:fs";
import type { LocalTask } from "./local-task.ts";
import { isGroupAlive } from "./process-tree.ts";
import type { ProcessTree } from "./process-tree.ts";
import { markerName } from "./shell-state.ts";

/** Looks for what commands leave behind, at each process once: that of others stays that of others. */
export class LeftoverProcesses {
  /** Ids of processes that carry no mark, as they were there at the last look. */
  #others: ReadonlySet<string> = new Set();

  /** Whether anything runs that commands of a task have started, behind the wall or outside. */
  isOf({ state, groups, jailed }: LocalTask): boolean {
    if (state.hasRun && this.isAlive({ groups, marker: state.marker })) return true;
    return jailed?.state.hasRun === true && this.isAlive({ groups: [], marker: jailed.state.marker });
  }

  /** Whether a process of the tree runs. Where the system does not list its processes as files, only groups are seen. */
  isAlive({ groups, marker }: ProcessTree): boolean {
    if ([...groups].some(isGroupAlive)) return true;
    if (process.platform !== "linux") return false;
    const others = new Set<string>();
    let isAlive = false;
    for (const pid of readdirSync("/proc")) {
      if (pid.charCodeAt(0) > 0x39 || pid.charCodeAt(0) < 0x30) continue;
      const environment = this.#others.has(pid) ? "" : environmentOf(pid);
      if (environment.includes(marker)) isAlive = true;
      else if (!environment.includes(`${markerName}=`)) others.add(pid);
    }
    this.#others = others;
    return isAlive;
  }
}

/** Empty for one that is gone, that is a zombie, or that is somebody else's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
