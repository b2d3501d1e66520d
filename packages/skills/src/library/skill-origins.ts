import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { readManifest } from "../seed/bundled-manifest.ts";
import type { SkillOrigin } from "./skill.ts";

/** What the hub knows of an installed skill. More fields are kept as they are. */
export interface HubEntry {
  /** Relative to the skills folder. */
  readonly installPath: string;
  readonly source: string;
  readonly trust: string;
}

const hubLock = z.object({
  installed: z.record(
    z.string(),
    z.looseObject({
      install_path: z.string().optional(),
      source: z.string().optional(),
      trust_level: z.string().optional(),
    }),
  ),
});

/** `.hub/lock.json` of a skills folder. Empty where there is none; undefined where there is one that can't be read. */
export function readHubLock(folder: string): ReadonlyMap<string, HubEntry> | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, ".hub", "lock.json"), "utf8");
  } catch (error) {
    return isMissing(error) ? new Map() : undefined;
  }
  try {
    const { installed } = hubLock.parse(JSON.parse(text));
    return new Map(
      Object.entries(installed).map(([name, entry]) => [
        name,
        {
          installPath: entry.install_path ?? name,
          source: entry.source ?? "",
          trust: entry.trust_level ?? "community",
        },
      ]),
    );
  } catch {
    return undefined;
  }
}

/** Tells where a skill in the person's folder came from: seeded, installed, or made there. */
export function readOrigins(folder: string): (skillFolder: string) => SkillOrigin {
  const bundled = readManifest(folder);
  const lock = readHubLock(folder);
  const installed = new Set(
    [...(lock?.values() ?? [])].map(({ installPath }) => installPath.replace(/\/$/, "")),
  );
  return (skillFolder) => {
    const path = relative(folder, skillFolder).replaceAll("\\", "/");
    if (bundled !== undefined && (Object.hasOwn(bundled.skills, path) || bundled.former.includes(path)))
      return "bundled";
    // Where it can't be read what was installed, any skill may be a stranger's.
    return lock === undefined || installed.has(path) ? "hub" : "user";
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
