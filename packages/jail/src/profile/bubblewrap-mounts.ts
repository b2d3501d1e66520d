import { lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { mountCheck } from "./expected-mounts.ts";
import type { JailProfile } from "./jail-profile.ts";
import { profilePlaces, realPath } from "./profile-places.ts";
import type { ProfilePlace } from "./profile-places.ts";

export interface BubblewrapMounts {
  /** Of `bwrap`. */
  readonly arguments: readonly string[];
  /** Comes before the command: starts it where everything is mounted as it should be. */
  readonly check: readonly string[];
}

/** A device on a mount without devices: nobody can open it, and it can't be changed. */
const nothing = "/dev/null";

/** How `bwrap` makes what a profile says. */
export function bubblewrapMounts(profile: JailProfile): BubblewrapMounts {
  const hostTmp = realPath("/tmp");
  const places = profilePlaces(profile, {
    closed: ["/dev/shm", ...(hostTmp === undefined ? [] : [hostTmp])],
  });
  const tmp = places.some(({ path }) => path === hostTmp) ? undefined : hostTmp;
  const temporary =
    tmp === undefined || profile.temporary === undefined ? undefined : realPath(profile.temporary);
  const inTmp = places.filter(({ path }) => tmp !== undefined && path.startsWith(`${tmp}/`));
  if (tmp !== undefined && temporary !== undefined) freeMountPoints(temporary, tmp, inTmp);
  const folders = places.filter(({ access, isFolder }) => access === "none" && isFolder);
  return {
    arguments: [
      ...["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"],
      ...["--perms", "1777", "--tmpfs", "/dev/shm"],
      ...(tmp === undefined ? [] : mountTmp(tmp, temporary)),
      // First of all, while nothing else can be written: bubblewrap makes mount points in the temporary folder, and must be
      // led nowhere else by links that a command left there.
      ...inTmp.flatMap(mount),
      ...places.filter((place) => !inTmp.includes(place)).flatMap(mount),
      // Once everything has its place: what is hidden is no place to write, nor are the devices. Settings of the kernel
      // obey root also where root has lost all other rights.
      ...[...folders.map(({ path }) => path), "/dev", "/proc"].flatMap((path) => ["--remount-ro", path]),
    ],
    check: mountCheck([
      ...places.map(({ path, access, isFolder }) => ({
        at: path,
        source: access !== "none" ? path : isFolder ? undefined : nothing,
      })),
      ...(tmp === undefined || temporary === undefined ? [] : [{ at: tmp, source: temporary }]),
    ]),
  };
}

function mountTmp(tmp: string, temporary: string | undefined): readonly string[] {
  if (temporary === undefined) return ["--perms", "1777", "--tmpfs", tmp];
  return ["--bind", temporary, tmp, "--setenv", "TMPDIR", tmp];
}

function mount({ path, access, isFolder }: ProfilePlace): readonly string[] {
  if (access === "write") return ["--bind", path, path];
  if (access === "read") return ["--ro-bind", path, path];
  return isFolder ? ["--perms", "0755", "--tmpfs", path] : ["--ro-bind", nothing, path];
}

/**
 * A command may leave a link or a file in the temporary folder where the next jail needs a folder to mount on. Then the
 * entry on top is moved aside: its name can't lead elsewhere, whatever is exchanged meanwhile.
 */
function freeMountPoints(temporary: string, tmp: string, places: readonly ProfilePlace[]): void {
  for (const { path, isFolder } of places) {
    if (places.some((outer) => path.startsWith(`${outer.path}/`))) continue;
    const names = path.slice(tmp.length + 1).split("/");
    if (fits(temporary, names, isFolder)) continue;
    const top = join(temporary, names[0] ?? "");
    try {
      renameSync(top, `${top}.${crypto.randomUUID()}`);
    } catch (error) {
      // A command in another jail was faster. What is there in the end is compared within the jail.
      if (lstatSync(top, { throwIfNoEntry: false }) !== undefined) throw error;
    }
  }
}

function fits(folder: string, names: readonly string[], isFolder: boolean): boolean {
  let path = folder;
  for (const [index, name] of names.entries()) {
    path = join(path, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return true;
    if (index < names.length - 1 || isFolder ? !stats.isDirectory() : !stats.isFile()) return false;
  }
  return true;
}
