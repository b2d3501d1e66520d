import { join, relative } from "node:path";
import { HermesError } from "@hermes/registry";
import { readLockFile, toInstalled } from "./hub-lock.ts";
import type { SkillVerdict } from "@hermes/scanner";
import { readManifest } from "../seed/bundled-manifest.ts";
import type { SkillOrigin } from "./skill.ts";

/** What the hub knows of an installed skill. */
export interface HubEntry {
  /** Relative to the skills folder. */
  readonly installPath: string;
  readonly source: string;
  readonly trust: string;
  /** How the source names it, such as `github:owner/repo/skills/deploy`. */
  readonly reference: string;
  /** What the scan said when it was installed. */
  readonly decision: SkillVerdict;
}

/** `.hub/lock.json` of a skills folder. Empty where there is none; undefined where there is one that can't be read. */
export function readHubLock(folder: string): ReadonlyMap<string, HubEntry> | undefined {
  try {
    const { installed } = readLockFile(join(folder, ".hub", "lock.json"));
    return new Map(Object.entries(installed).map(([name, entry]) => [name, toInstalled(name, entry)]));
  } catch (error) {
    if (HermesError.is(error) && error.code === "HUB_STATE_DAMAGED") return undefined;
    throw error;
  }
}

/** Finds where a skill in the person's folder came from: seeded, installed, or made there. */
export function readOrigins(folder: string): (skillFolder: string) => SkillOrigin {
  const bundled = readManifest(folder);
  const lock = readHubLock(folder);
  const installed = new Set([...(lock?.values() ?? [])].map(({ installPath }) => installPath));
  return (skillFolder) => {
    const path = relative(folder, skillFolder).replaceAll("\\", "/");
    if (bundled !== undefined && (Object.hasOwn(bundled.skills, path) || bundled.former.includes(path)))
      return "bundled";
    // Where it can't be read what was installed, any skill may be untrusted.
    return lock === undefined || installed.has(path) ? "hub" : "user";
  };
}
