/** What the hub has written down of the skills that it installed: `.hub/lock.json`. */
import { z } from "zod";
import { readFileSync } from "node:fs";
import { HermesError } from "@hermes/registry";
import type { SkillTrust, SkillVerdict } from "@hermes/scanner";
import { whyNoPath } from "./package-path.ts";

export { whyNoPath };

/** What the lock file says of an installed skill. */
export interface InstalledSkill {
  readonly name: string;
  readonly reference: string;
  readonly source: string;
  readonly trust: SkillTrust;
  /** Relative to the skills folder. */
  readonly installPath: string;
  readonly revision?: string | undefined;
  /** SHA-256 over paths and contents. */
  readonly contentHash: string;
  /** What the scan decided when it was installed. */
  readonly decision: SkillVerdict;
  /** ISO 8601, UTC. */
  readonly installedAt: string;
  readonly updatedAt: string;
}

/** What the lock file says of a skill; fields that nobody here knows are kept. */
export interface LockEntry {
  readonly [field: string]: unknown;
  readonly source?: string | undefined;
  readonly identifier?: string | undefined;
  readonly trust_level?: string | undefined;
  readonly scan_verdict?: string | undefined;
  readonly content_hash?: string | undefined;
  readonly install_path?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly installed_at?: string | undefined;
  readonly updated_at?: string | undefined;
}

export interface LockFile {
  readonly [field: string]: unknown;
  readonly version: 1;
  readonly installed: Readonly<Record<string, LockEntry>>;
}

/**
 * Version 1 is the format of the Python original; its readers find their own words in it. Made where there is a file: it is
 * looked for on the way to the first request of every session.
 */
function lockSchema(): z.ZodType<LockFile> {
  const entry: z.ZodType<LockEntry> = z.looseObject({
    source: z.string().optional(),
    identifier: z.string().optional(),
    trust_level: z.string().optional(),
    scan_verdict: z.string().optional(),
    content_hash: z.string().optional(),
    install_path: z
      .string()
      .refine((path) => whyNoPath(path.replace(/\/$/, "")) === undefined, "leads out of the skills folder")
      .optional(),
    files: z.array(z.string()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    installed_at: z.string().optional(),
    updated_at: z.string().optional(),
  });
  return z.looseObject({ version: z.literal(1), installed: z.record(z.string(), entry) });
}

/**
 * `.hub/lock.json`. One that isn't there is empty; one that can't be understood is never taken for an empty one.
 *
 * @throws {HermesError} `HUB_STATE_DAMAGED`
 */
export function readLockFile(path: string): LockFile {
  const text = readHubFile(path);
  if (text === undefined) return { version: 1, installed: {} };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw damaged(path, "it is no JSON", error);
  }
  const parsed = lockSchema().safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(path, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown form"}`, parsed.error);
}

export function toInstalled(name: string, entry: LockEntry): InstalledSkill {
  const source = entry.source ?? "";
  const revision = entry.metadata?.["revision"];
  return {
    name,
    reference: toReference(source, entry.identifier ?? name),
    source,
    trust: trustOf(entry.trust_level),
    installPath: (entry.install_path ?? name).replace(/\/$/, ""),
    revision: typeof revision === "string" ? revision : undefined,
    contentHash: entry.content_hash ?? "",
    decision: decisionOf(entry.scan_verdict),
    installedAt: entry.installed_at ?? "",
    updatedAt: entry.updated_at ?? entry.installed_at ?? "",
  };
}

function decisionOf(word: string | undefined): SkillVerdict {
  if (word === "safe") return "allow";
  return word === "dangerous" ? "block" : "review";
}

/** What isn't known is untrusted. */
function trustOf(word: string | undefined): SkillTrust {
  return word === "builtin" || word === "trusted" ? word : "community";
}

/** The original names skills without their source. */
function toReference(source: string, identifier: string): string {
  if (/^[a-z-]+:/.test(identifier)) return identifier;
  switch (source) {
    case "github":
    case "clawhub":
    case "claude-marketplace":
      return `${source}:${identifier}`;
    case "official":
      return `official:${identifier.replace(/^official\//, "")}`;
    case "lobehub":
      return `lobehub:agent/${identifier.replace(/^lobehub\//, "")}`;
    default:
      return identifier;
  }
}

/** The text of a file of the hub; undefined when there is none. Anything else that keeps it from being read is an error. */
export function readHubFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code)))
      return undefined;
    throw damaged(path, error instanceof Error ? error.message : String(error), error);
  }
}

export function damaged(path: string, why: string, cause?: unknown): HermesError {
  return new HermesError(`${path} can't be understood: ${why}.`, {
    code: "HUB_STATE_DAMAGED",
    hint: "Nothing was changed. Repair it or move it away; installed skills then count as your own.",
    cause,
  });
}
