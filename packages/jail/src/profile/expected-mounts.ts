import { readFileSync } from "node:fs";

export interface ExpectedMount {
  readonly at: string;
  /** What is mounted there; undefined for an empty file system. */
  readonly source: string | undefined;
}

/** A line of the list of mounts: where what part of which file system is, in the spelling of the list. */
interface Mount {
  readonly device: string;
  readonly root: string;
  readonly at: string;
}

/**
 * bubblewrap follows links, and paths were looked at before it starts: a command of an earlier jail could put a link into a
 * writable folder meanwhile, and have something mounted where it wants. So the first thing within the jail is to compare.
 *
 * @returns A command that runs the words after it where the list of mounts has all of these, and else ends with 125.
 */
export function mountCheck(
  expected: readonly ExpectedMount[],
  mountinfo: string = readFileSync("/proc/self/mountinfo", "utf8"),
): readonly string[] {
  if (expected.length === 0) return [];
  const mounts = parse(mountinfo);
  const sourceOf = mountSources(mounts);
  const parts = expected.map(({ at, source }) =>
    source === undefined ? ` / ${spell(at)} ` : partOf({ ...sourceOf(source), at: spell(at) }),
  );
  // A place can be a mount of this machine already. Those are in the jail too, and once more in each folder they lie in.
  const copied = expected.flatMap((place) => copiedInto(place, mounts));
  const already = [...mounts, ...copied]
    .map(partOf)
    .filter((line) => parts.some((part) => line.includes(part)));
  return [
    ...["/bin/sh", "-c", checkMounts, "sh"],
    ...[String(parts.length + already.length), parts.join("\n")],
  ];
}

function partOf({ device, root, at }: Mount): string {
  return ` ${device} ${root} ${at} `;
}

function copiedInto({ at, source }: ExpectedMount, mounts: readonly Mount[]): readonly Mount[] {
  if (source === undefined) return [];
  const folder = `${spell(source)}/`;
  return mounts.flatMap((mount) =>
    mount.at.startsWith(folder) ? [{ ...mount, at: `${spell(at)}/${mount.at.slice(folder.length)}` }] : [],
  );
}

// The shell itself would read the list byte by byte, which takes longer where there are many mounts.
const checkMounts = `[ "$(PATH=/usr/bin:/bin grep -cF -e "$2" /proc/self/mountinfo)" = "$1" ] || {
  echo 'jail: the paths of the profile changed while the jail was made, so nothing was run. Try again.' >&2
  exit 125
}
shift 2
exec "$@"`;

function parse(mountinfo: string): readonly Mount[] {
  return mountinfo.split("\n").flatMap((line) => {
    const [, , device, root, at] = line.split(" ");
    return device === undefined || root === undefined || at === undefined ? [] : [{ device, root, at }];
  });
}

/**
 * Tells what the kernel will say of a bind mount of a path.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
 */
function mountSources(mounts: readonly Mount[]): (path: string) => Omit<Mount, "at"> {
  // The last one at a path lies on top.
  const topmost = new Map(mounts.map((mount) => [mount.at, mount]));
  return (path) => {
    const spelled = spell(path);
    for (let at = spelled; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const mount = topmost.get(at === "" ? "/" : at);
      if (mount !== undefined) {
        const root = mount.root === "/" ? "" : mount.root;
        return { device: mount.device, root: `${root}${spelled.slice(at.length)}` || "/" };
      }
      if (at === "") throw new TypeError("There is no root among the mounts.");
    }
  };
}

/** The list of mounts ends words at blanks and lines at line ends, so names have others there. */
function spell(path: string): string {
  return path.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
