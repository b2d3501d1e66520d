import { readFileSync } from "node:fs";

/** What the list of mounts says of one path: where in which file system it lies. */
export interface MountSource {
  readonly device: string;
  /** Path within the file system, in the spelling of the list. */
  readonly root: string;
}

/**
 * Tells what the kernel will say of a bind mount of a path.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
 */
export function mountSources(
  mountinfo: string = readFileSync("/proc/self/mountinfo", "utf8"),
): (path: string) => MountSource {
  const mounts = new Map<string, MountSource>();
  for (const line of mountinfo.split("\n")) {
    const [, , device, root, at] = line.split(" ");
    // The last one at a path lies on top.
    if (device !== undefined && root !== undefined && at !== undefined) mounts.set(at, { device, root });
  }
  return (path) => {
    const spelled = spell(path);
    for (let at = spelled; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const mount = mounts.get(at === "" ? "/" : at);
      if (mount !== undefined) {
        const root = mount.root === "/" ? "" : mount.root;
        return { device: mount.device, root: `${root}${spelled.slice(at.length)}` || "/" };
      }
      if (at === "") throw new TypeError("There is no root among the mounts.");
    }
  };
}

/** The list of mounts ends words at blanks and lines at line ends, so names have others there. */
export function spell(path: string): string {
  return path.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
