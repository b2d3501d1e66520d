import { withFileLock } from "@hermes/atomic-files";
import { contentStamp } from "../library/content-stamp.ts";
import type { SeedReport } from "./sync-skills.ts";
import { readManifest } from "./bundled-manifest.ts";

export interface SeedSkillsOptions {
  /** The folder with the skills that come with Hermes. */
  readonly from: string;
  /** The person's skills folder. */
  readonly into: string;
  /** Folders of `from` that are not brought, such as `optional`. */
  readonly except?: readonly string[] | undefined;
}

/**
 * Brings the skills that come with Hermes into the home. A file is written when it isn't there, and updated or removed only
 * while it is as it was written: an edit or a deletion of the person stays. Several processes may do it at once.
 *
 * @returns What was done. Empty, and no file read, when what is shipped was seeded before. Does not throw for the disk.
 */
export async function seedSkills({ from, into, except = [] }: SeedSkillsOptions): Promise<SeedReport> {
  const stamp = contentStamp(from, except);
  if (stamp === undefined) return { ...nothing, problem: `The skills in "${from}" can't be read.` };
  if (readManifest(into)?.stamp === stamp) return nothing;
  try {
    const { syncSkills } = await import("./sync-skills.ts");
    return await withFileLock(
      `${into}/.seed.lock`,
      // Another process may have done it while this one waited.
      () => (readManifest(into)?.stamp === stamp ? nothing : syncSkills({ from, into, except, stamp })),
      { code: "SKILLS_LOCKED", waitMs: 10_000 },
    );
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return { ...nothing, problem: `The skills that come with Hermes can't be written: ${error.message}` };
  }
}

const nothing: SeedReport = { added: [], updated: [], removed: [], kept: [] };
