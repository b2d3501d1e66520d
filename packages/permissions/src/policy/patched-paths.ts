import type { PathAccess } from "../paths/judge-path.ts";
import { textOf } from "./action-table.ts";

export interface NamedPath {
  /** As the call names it. */
  readonly path: string;
  readonly access: PathAccess;
}

/** Which paths a file tool touches, and how. A V4A patch names any number of them in its text. */
export async function touchedByFileTool(tool: string, args: unknown): Promise<readonly NamedPath[]> {
  const path = textOf(args, "path");
  if (tool === "write_file") return [{ path: path ?? ".", access: "write" }];
  if (tool !== "patch") return [{ path: path ?? ".", access: "read" }];
  const patch = textOf(args, "patch");
  // What does not fit is answered with the lines that are nearest.
  const replaced = [
    { path: path ?? ".", access: "read" },
    { path: path ?? ".", access: "write" },
  ] as const;
  if (patch === undefined) return replaced;
  const { patchPaths } = await import("@hermes/patch");
  return path === undefined ? patchPaths(patch) : [...replaced, ...patchPaths(patch)];
}
