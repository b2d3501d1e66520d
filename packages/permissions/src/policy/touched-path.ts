import type { Finding } from "../finding.ts";
import { hostPath, judgePath, judgeSearch, followHardLink, realPath } from "@hermes/command-safety";
import type { PathAccess } from "@hermes/command-safety";
import type { Operation } from "./operation.ts";
import { commonActions } from "./known-actions.ts";
import type { TouchedPath } from "./call-analysis.ts";
import type { GuardEnvironment } from "./guard-environment.ts";

/** The finding against one path. Inside of an isolated place only what lies on a mount belongs to the person. */
export async function checkTouchedPath(
  {
    path,
    access,
    searches = false,
  }: { readonly path: string; readonly access: PathAccess; readonly searches?: boolean },
  { places, backend }: Pick<GuardEnvironment, "places" | "backend">,
): Promise<Finding | undefined> {
  const place = backend.isolated ? hostPath(path, access, backend.mounts) : path;
  if (place === undefined) return undefined;
  const found = await judgePath(place, access, places);
  return found ?? (searches ? await judgeSearch(place, places) : undefined);
}

/** Where a path leads on this machine. What only the inside of an isolated place has leads nowhere. */
export async function locate(
  path: string,
  access: PathAccess,
  { backend: { isolated, mounts }, places }: Pick<GuardEnvironment, "backend" | "places">,
): Promise<TouchedPath> {
  const real = async (place: string): Promise<string> => followHardLink(await realPath(place), places);
  if (!isolated) return { path, real: await real(path), access };
  const host = hostPath(path, access, mounts);
  return host === undefined ? { path, real: path, access } : { path, host, real: await real(host), access };
}

export interface PathOperationNames {
  readonly tool: string;
  readonly toolset: string;
  /** What the tool calls it; what is done to the path says more than another action of files. */
  readonly action?: string | undefined;
}

/** A path as rules name it. */
export function pathOperation(
  { tool, toolset, action }: PathOperationNames,
  { path, host = path, real, access }: TouchedPath,
): Operation {
  return {
    tool,
    toolset,
    actions: [commonActions[access], ...(action === undefined || isOfFiles(action) ? [] : [action])],
    kind: "path",
    forms: host === real ? [host] : [host, real],
    aliases: host === path ? [] : [path],
  };
}

function isOfFiles(action: string): boolean {
  const { read, write, delete: deleted } = commonActions;
  return action === read || action === write || action === deleted;
}
