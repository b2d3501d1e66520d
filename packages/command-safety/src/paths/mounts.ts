import { join, resolve } from "node:path";
import { contains } from "./judge-path.ts";

/** A folder of this machine that commands reach although they run elsewhere. */
export interface Mount {
  /** Absolute path here. A name instead of a path is a volume, which holds nothing of the person's. */
  readonly host: string;
  /** Absolute path there. */
  readonly inside: string;
  /** @default true */
  readonly writable?: boolean | undefined;
}

/** Mounts as they compare with other paths: without `..` and a slash at the end. */
export function normalMounts(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.map((mount) => ({
    ...mount,
    host: isOfPerson(mount) ? resolve(mount.host) : mount.host,
    inside: resolve("/", mount.inside),
  }));
}

/** Whether something of the person's lies in it; a volume holds nothing of theirs. */
export function isOfPerson({ host }: Mount): boolean {
  return host.startsWith("/");
}

/** The mount that a path of an isolated place lies in: the innermost one. */
export function mountOf(path: string, mounts: readonly Mount[] = []): Mount | undefined {
  return normalMounts(mounts)
    .filter(({ inside }) => contains(inside, path))
    .toSorted((one, other) => other.inside.length - one.inside.length)[0];
}

/** Where a path of an isolated place lies on this machine. Undefined: nowhere, or it can't be changed from there. */
export function hostPath(
  path: string,
  access: "read" | "write" | "delete",
  mounts: readonly Mount[] = [],
): string | undefined {
  const nearest = mountOf(path, mounts);
  if (nearest === undefined || !isOfPerson(nearest)) return undefined;
  if (access !== "read" && nearest.writable === false) return undefined;
  return join(nearest.host, path.slice(nearest.inside.length));
}

/** Where a path of this machine lies in an isolated place; empty where it is not mounted, or another mount covers it. */
export function insidePaths(path: string, mounts: readonly Mount[]): readonly string[] {
  return mounts
    .filter((mount) => isOfPerson(mount) && contains(mount.host, path))
    .map((mount) => join(mount.inside, path.slice(mount.host.length)))
    .filter((inside) => hostPath(inside, "read", mounts) === path);
}
