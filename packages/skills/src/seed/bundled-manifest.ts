import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";

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
    return toManifest(JSON.parse(readFileSync(join(folder, fileName), "utf8")));
  } catch {
    return undefined;
  }
}

/** By hand: the file is ours, and read on the way to the first request of every session. */
function toManifest(data: unknown): BundledManifest | undefined {
  if (!isRecord(data) || data["version"] !== 1) return undefined;
  const { stamp = "", former = [], skills } = data;
  if (typeof stamp !== "string" || !isTexts(former) || !isHashes(skills)) return undefined;
  return { version: 1, stamp, former, skills };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isHashes(value: unknown): value is BundledManifest["skills"] {
  return (
    isRecord(value) && Object.values(value).every((files) => isRecord(files) && isTexts(Object.values(files)))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function writeManifest(folder: string, value: BundledManifest): void {
  replaceFile(join(folder, fileName), `${JSON.stringify(value, undefined, 2)}\n`);
}
