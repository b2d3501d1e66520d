import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({
  version: z.literal(1),
  skills: z.record(z.string(), z.record(z.string(), z.string())),
});

/** What was seeded, and how it was then. A file that differs from it was changed by the person. */
export interface BundledManifest {
  readonly version: 1;
  /** By the skill's folder, relative to the skills folder: each file with the SHA-256 of what was written. */
  readonly skills: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const fileName = ".bundled.json";

/** Empty where there is none, and where it can't be understood: every file then counts as the person's. */
export function readManifest(folder: string): BundledManifest {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, fileName), "utf8")));
  } catch {
    return { version: 1, skills: {} };
  }
}

export function writeManifest(folder: string, value: BundledManifest): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${fileName}.${process.pid}.new`);
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(folder, fileName));
}
