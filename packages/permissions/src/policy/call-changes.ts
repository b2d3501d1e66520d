import type { FileChange, ToolContext } from "@hermes/registry";
import type { PermissionsOptions } from "./permissions.ts";
import type { Subject } from "./subject.ts";

/** What files would become, as the tool of a call tells it; undefined where it does not. */
export async function changesOf(
  { argument }: Subject,
  { taskId, signal }: Pick<ToolContext, "taskId" | "signal">,
  { readText, resolve }: Pick<PermissionsOptions, "readText" | "resolve">,
): Promise<readonly FileChange[] | string | undefined> {
  return await argument?.changes?.(
    async (path) => await readText?.(await resolve(path, taskId), { taskId, signal }),
  );
}
