import type { ChildParts, RuntimeParts } from "../runtime-parts.ts";

/**
 * Where the first command of a child stands. One that shares an environment stands where that is; one with its own begins where the
 * shell of its parent is now, unless that is a place that only the parent sees, such as its temporary files behind a wall.
 */
export async function folderOfChild(
  { backend, cwd }: Pick<RuntimeParts, "backend" | "cwd">,
  { parent, of }: ChildParts,
  sessionId: string,
): Promise<string> {
  const place = await backend();
  const folder = await place.resolve(".", { taskId: parent.taskId ?? of.taskId });
  if (parent.taskId !== undefined || folder === cwd || place.startIn === undefined) return folder;
  const own = { taskId: sessionId };
  const isSeen = folder.startsWith(`${cwd}/`) || (await place.stat(folder, own)) !== undefined;
  if (isSeen) place.startIn(folder, own);
  return await place.resolve(".", own);
}
