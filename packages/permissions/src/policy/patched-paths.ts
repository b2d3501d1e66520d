import type { PathAccess } from "../paths/judge-path.ts";
import { textOf } from "./action-table.ts";

export interface NamedPath {
  /** As the call names it. */
  readonly path: string;
  readonly access: PathAccess;
}

/** Which paths a file tool touches, and how. A V4A patch names any number of them in its text. */
export async function touchedByFileTool(tool: string, args: unknown): Promise<readonly NamedPath[]> {
  const patch = tool === "patch" ? textOf(args, "patch") : undefined;
  const named = textOf(args, "path");
  const access = tool === "write_file" || tool === "patch" ? "write" : "read";
  if (patch === undefined) return [{ path: named ?? ".", access }];
  const { patchPaths } = await import("@hermes/patch");
  // What is read here is only changed: the result shows nothing that the write does not.
  const ofPatch = patchPaths(patch).filter((path) => path.access !== "read");
  return named === undefined ? ofPatch : [{ path: named, access }, ...ofPatch];
}
