import { readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RuntimeContext } from "../runtime-context.ts";
import { optionalPacks, userSkills } from "./skill-places.ts";

/**
 * Brings the skills that come with Hermes into the home. A home that can't be written is no reason to go without the
 * skills that are there. Never throws.
 *
 * @param options `quick`: not while they lie where they lay when they were last brought, which is seen without walking
 * through them. For whoever waits for an answer.
 */
export async function syncBundledSkills(
  { options, home, warn }: Pick<RuntimeContext, "options" | "home" | "warn">,
  { quick }: { readonly quick: boolean },
): Promise<void> {
  const from = options.bundledSkills;
  if (from === undefined || options.flags?.keepNothing) return;
  const into = userSkills(options.loaded.home);
  if (quick && wasSynced(from, into)) return;
  try {
    const [{ seedSkills }] = await Promise.all([import("@hermes/skills"), home()]);
    const { problem } = await seedSkills({ from, into, except: [optionalPacks] });
    if (problem === undefined) await writeFile(join(into, mark), from, { mode: 0o600 });
    else warn(problem);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`The skills that come with Hermes could not be brought into ${options.loaded.home}: ${reason}`);
  }
}

/** In the person's folder, so that whoever empties it gets them again. Says from where they came. */
const mark = ".brought";

/** An installation is made anew as a whole: its folder is then younger than the mark. */
function wasSynced(from: string, into: string): boolean {
  try {
    const path = join(into, mark);
    return readFileSync(path, "utf8") === from && statSync(path).mtimeMs > statSync(from).ctimeMs;
  } catch {
    return false;
  }
}
