import type { Finding } from "../finding.ts";
import { judgePath, judgeSearch } from "../paths/judge-path.ts";
import { hostPath } from "../paths/mounts.ts";
import type { PathAccess } from "../paths/judge-path.ts";
import type { Deed } from "./deed.ts";
import type { TouchedPath } from "./subject.ts";
import type { Surroundings } from "./surroundings.ts";

/** What speaks against one path. Inside of an isolated place only what lies on a mount belongs to the person. */
export async function judgeTouched(
  {
    path,
    access,
    searches = false,
  }: { readonly path: string; readonly access: PathAccess; readonly searches?: boolean },
  { places, backend }: Pick<Surroundings, "places" | "backend">,
): Promise<Finding | undefined> {
  const place = backend.isolated ? hostPath(path, access, backend.mounts) : path;
  if (place === undefined) return undefined;
  const found = await judgePath(place, access, places);
  return found ?? (searches ? await judgeSearch(place, places) : undefined);
}

const fileActions = { read: "file.read", write: "file.write", delete: "file.delete" } as const;

/** A path as rules speak of it. */
export function pathDeed(
  { tool, toolset }: { readonly tool: string; readonly toolset: string },
  { path, real, access }: TouchedPath,
): Deed {
  return {
    tool,
    toolset,
    action: fileActions[access],
    kind: "path",
    forms: path === real ? [path] : [path, real],
  };
}
