import { existsSync, readFileSync, statSync } from "node:fs";
import { appendLine, replaceFile, withFileLock } from "@hermes/atomic-files";
import { summarizeUse, useKinds } from "./skill-use.ts";
import type { SkillUse, SkillUseEvent, SkillUseSum, SkillUseSummary } from "./skill-use.ts";

export interface FileSkillUseOptions {
  /** The `.usage.json` that the Python Hermes keeps: where counting begins as long as there is no file. Never written. */
  readonly legacy?: string | undefined;
}

/** A file with fewer bytes is no slower to read than it is to look into. */
const shortBytes = 64_000;
/** So many lines are added up, unless most of them are the only one of their skill. */
const maxLines = 2_000;

/**
 * Counts in a file of lines, which several processes may add to at once. When it is long, what happened to a skill becomes
 * one line.
 *
 * @throws {HermesError} `SKILLS_LOCKED` from `record`, when another process holds the file for seconds.
 */
export function fileSkillUse(path: string, { legacy }: FileSkillUseOptions = {}): SkillUse {
  const summaries = async (): Promise<ReadonlyMap<string, SkillUseSummary>> =>
    summarizeUse(existsSync(path) ? parseLines(readText(path)) : await legacyUse(legacy));
  return {
    summaries,
    // Whoever adds a line while another puts a new file in its place would add it to the old one.
    record: async (happened) =>
      await withFileLock(
        `${path}.lock`,
        async () => {
          if (!existsSync(path)) begin(path, await legacyUse(legacy));
          appendLine(path, JSON.stringify(happened));
          shorten(path);
        },
        { code: "SKILLS_LOCKED" },
      ),
  };
}

async function legacyUse(path: string | undefined): Promise<readonly SkillUseSum[]> {
  if (path === undefined || !existsSync(path)) return [];
  const { readLegacyUse } = await import("./legacy-use.ts");
  return readLegacyUse(readText(path));
}

function begin(path: string, sums: readonly SkillUseSum[]): void {
  if (sums.length > 0) replaceFile(path, toText(sums));
}

function shorten(path: string): void {
  if (statSync(path).size < shortBytes) return;
  const lines = parseLines(readText(path));
  const sums = [...summarizeUse(lines)].map(([skill, sum]): SkillUseSum => ({ skill, kind: "sum", sum }));
  if (lines.length > Math.max(maxLines, 4 * sums.length)) replaceFile(path, toText(sums));
}

function toText(sums: readonly SkillUseSum[]): string {
  return sums.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // What can't be read counts for nothing: no session waits for it.
    return "";
  }
}

function parseLines(text: string): readonly (SkillUseEvent | SkillUseSum)[] {
  // A process that died while it wrote leaves half a line, which is no event.
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      const data: unknown = JSON.parse(line);
      return isEvent(data) || isSum(data) ? [data] : [];
    } catch {
      return [];
    }
  });
}

/** By hand: the file is ours, and read on the way to the first request of every session. */
function isEvent(data: unknown): data is SkillUseEvent {
  if (typeof data !== "object" || data === null) return false;
  if (!("skill" in data && "kind" in data && "at" in data)) return false;
  const { skill, kind, at } = data;
  return typeof skill === "string" && typeof at === "number" && useKinds.some((known) => known === kind);
}

function isSum(data: unknown): data is SkillUseSum {
  if (typeof data !== "object" || data === null) return false;
  if (!("skill" in data && "kind" in data && "sum" in data)) return false;
  const { skill, kind, sum } = data;
  if (typeof skill !== "string" || kind !== "sum" || typeof sum !== "object" || sum === null) return false;
  const {
    uses,
    successes,
    failures,
    failuresInRow,
    madeAt,
    lastUsedAt,
    check,
    pinned,
  }: Partial<Record<keyof SkillUseSummary, unknown>> = sum;
  const isTime = (value: unknown): boolean => value === undefined || typeof value === "number";
  return (
    [uses, successes, failures, failuresInRow].every((value) => typeof value === "number") &&
    isTime(madeAt) &&
    isTime(lastUsedAt) &&
    (check === undefined || check === "passed" || check === "failed") &&
    (pinned === undefined || typeof pinned === "boolean")
  );
}
