import { join } from "node:path";
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

/** Where a path of an isolated place lies on this machine. Undefined: nowhere, or it can't be changed from there. */
export function hostPath(
  path: string,
  access: "read" | "write" | "delete",
  mounts: readonly Mount[] = [],
): string | undefined {
  const [nearest] = mounts
    .filter(({ inside }) => contains(inside, path))
    .toSorted((one, other) => other.inside.length - one.inside.length);
  if (nearest === undefined || !nearest.host.startsWith("/")) return undefined;
  if (access !== "read" && nearest.writable === false) return undefined;
  return join(nearest.host, path.slice(nearest.inside.length));
}
