import { readFileSync } from "node:fs";

/**
 * The mounts that a jail made for itself, so that it can be told whether one is gone: the kernel takes a mount away with the
 * file below it, and a file that was protected or hidden is so no longer once somebody outside has replaced it, as editors do.
 * Mounts of the machine come and go in a jail too, such as those of a container that is started meanwhile; they are left out.
 *
 * @param pid Of the process that has made the jail.
 * @returns One text for each. Undefined where they can't be determined: the jail is not there yet, or this is not Linux.
 */
export function mountsOf(pid: number | undefined): ReadonlySet<string> | undefined {
  if (pid === undefined || process.platform !== "linux") return undefined;
  try {
    // Who makes a jail stays outside of it; its first child is inside.
    const [inside] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    if (inside === undefined || inside === "") return undefined;
    const ofMachine = new Set(readMounts("self").map(({ path }) => path));
    return new Set(
      readMounts(inside).flatMap(({ id, path }) => (ofMachine.has(path) ? [] : [`${id} ${path}`])),
    );
  } catch {
    return undefined;
  }
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
function readMounts(pid: string): readonly { readonly id: string; readonly path: string }[] {
  const lines = readFileSync(`/proc/${pid}/mountinfo`, "utf8").split("\n");
  return lines.flatMap((line) => {
    const [id, , , , path] = line.split(" ");
    return id === undefined || path === undefined ? [] : [{ id, path }];
  });
}
