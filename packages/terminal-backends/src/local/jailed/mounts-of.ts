import { readFileSync } from "node:fs";

/**
 * Identifies the mounts in a jail, so that it can be told whether one is gone: the kernel takes a mount away with the file
 * below it, and a file that was protected or hidden is so no longer once somebody outside has replaced it, as editors do.
 *
 * @param pid Of the process that has made the jail.
 * @returns Undefined where it can't be determined: the jail is not there yet, or this is not Linux.
 */
export function mountsOf(pid: number | undefined): string | undefined {
  if (pid === undefined || process.platform !== "linux") return undefined;
  try {
    // Who makes a jail stays outside of it; its first child is inside.
    const [inside] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    if (inside === undefined || inside === "") return undefined;
    return readFileSync(`/proc/${inside}/mountinfo`, "utf8");
  } catch {
    return undefined;
  }
}
