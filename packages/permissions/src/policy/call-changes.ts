import type { FileChange, ToolContext } from "@hermes/registry";
import type { PermissionsOptions } from "./permissions.ts";
import type { CallAnalysis } from "./call-analysis.ts";

/** What files would become, as the tool of a call tells it, their paths absolute; undefined where it does not. */
export async function changesOf(
  { argument }: CallAnalysis,
  { taskId, signal }: Pick<ToolContext, "taskId" | "signal">,
  { readText, resolve }: Pick<PermissionsOptions, "readText" | "resolve">,
): Promise<readonly FileChange[] | string | undefined> {
  const absolute = (path: string): Promise<string> => resolve(path, taskId);
  const changes = await argument?.changes?.(
    async (path) => await readText?.(await absolute(path), { taskId, signal }),
  );
  // Other tools change what is no path here, such as a file of a skill.
  if (changes === undefined || typeof changes === "string" || argument?.kind !== "path") return changes;
  return await Promise.all(
    changes.map(async ({ path, to, ...texts }) => ({
      ...texts,
      path: await absolute(path),
      ...(to !== undefined && { to: await absolute(to) }),
    })),
  );
}

/** What a file would hold after a call, by its absolute path; undefined where that can't be determined. */
export async function textAfter(
  analysis: CallAnalysis,
  path: string,
  context: Pick<ToolContext, "taskId" | "signal">,
  options: Pick<PermissionsOptions, "readText" | "resolve">,
): Promise<string | undefined> {
  const changes = await changesOf(analysis, context, options);
  if (changes === undefined || typeof changes === "string") return undefined;
  return changes.findLast(({ path: from, to = from }) => to === path)?.after;
}
