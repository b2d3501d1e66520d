import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({
  version: z.literal(1),
  stamp: z.string().default(""),
  former: z.array(z.string()).default([]),
  skills: z.record(z.string(), z.record(z.string(), z.string())),
});

/** What was seeded, and how it was then. A file that differs from it was changed by the person. */
export interface BundledManifest {
  readonly version: 1;
  /** What the shipped folder looked like when all of it had been seeded. */
  readonly stamp: string;
  /** Folders of skills that the Python Hermes had brought and that nobody touched until then. They are left as they are. */
  readonly former: readonly string[];
  /** By the skill's folder, relative to the skills folder: each file with the SHA-256 of what was written. */
  readonly skills: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const fileName = ".bundled.json";

/** Undefined where there is none, and where it can't be understood: every file then counts as the person's. */
export function readManifest(folder: string): BundledManifest | undefined {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, fileName), "utf8")));
  } catch {
    return undefined;
  }
}

/** @param staging A folder on the same file system. */
export function writeManifest(folder: string, value: BundledManifest, staging: string): void {
  const draft = join(staging, fileName);
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(folder, fileName));
}
