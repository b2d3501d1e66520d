import type { Provenance } from "@hermes/registry";
import { realpath } from "node:fs/promises";
import type { RuntimeParts } from "../runtime-parts.ts";

/** What was cloned or downloaded before by this home; loads nothing where nothing was ever stored. */
export async function sourcesOfFile(
  parts: Pick<RuntimeParts, "existingState" | "written">,
  path: string,
): Promise<readonly Provenance[]> {
  if ((await parts.existingState()) === undefined) return [];
  return await parts.written.sourcesAt(await realpath(path));
}
