import { readFile, realpath, stat } from "node:fs/promises";
import type { HomeParts } from "../runtime-parts.ts";
import type { FileAuthors } from "../runtime.ts";
import { hashOfBytes } from "./agent-files.ts";

const maxBytes = 1_000_000;

/** @throws what reading the file throws. */
export async function authorsOfFile(
  { existingState, written, agentFiles }: Pick<HomeParts, "existingState" | "written" | "agentFiles">,
  path: string,
): Promise<FileAuthors> {
  if ((await existingState()) === undefined) return { byAgent: false, provenance: [] };
  const real = await realpath(path);
  const { ctimeMs, size } = await stat(real);
  // Of what is longer nobody says that it is a person's.
  if (size > maxBytes) return { byAgent: true, provenance: await written.sourcesAt(real) };
  const sha256 = hashOfBytes(await readFile(real));
  const made = await agentFiles.madeBy({ path: real, sha256, ctimeMs });
  return { byAgent: made !== undefined, provenance: await written.sourcesAt(real) };
}
