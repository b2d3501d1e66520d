import { readFileSync } from "node:fs";
import { appendLine } from "@hermes/atomic-files";

const kinds = [
  "made",
  "changed",
  "used",
  "succeeded",
  "failed",
  "check-passed",
  "check-failed",
  "deleted",
] as const;

/** One thing that happened to a skill. */
export interface SkillUseEvent {
  readonly skill: string;
  /** `made`: by an agent. `used`: its text was given to a model. `succeeded`, `failed`: how the person found the result. */
  readonly kind: (typeof kinds)[number];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the events of one skill add up to. Times are milliseconds since 1970. */
export interface SkillUseSummary {
  readonly uses: number;
  readonly successes: number;
  readonly failures: number;
  /** Failures since the skill last helped, or was changed. */
  readonly failuresInRow: number;
  /** When an agent made it; undefined for skills of people. */
  readonly madeAt: number | undefined;
  readonly lastUsedAt: number | undefined;
  /** The outcome of its newest check; undefined when it never ran, or not since the last change. */
  readonly check: "passed" | "failed" | undefined;
}

/** Where use is counted. */
export interface SkillUse {
  record(event: SkillUseEvent): Promise<void>;
  /** By name. A skill that nothing happened to is not in it. */
  summaries(): Promise<ReadonlyMap<string, SkillUseSummary>>;
}

/** Counts in a file of lines, which several processes may append to at once. */
export function fileSkillUse(path: string): SkillUse {
  return {
    record: async (happened) => appendLine(path, JSON.stringify(happened)),
    summaries: async () => summarizeUse(readEvents(path)),
  };
}

/** Adds events up, in the order in which they happened. A skill that was deleted starts anew. */
export function summarizeUse(events: readonly SkillUseEvent[]): ReadonlyMap<string, SkillUseSummary> {
  const summaries = new Map<string, SkillUseSummary>();
  for (const happened of events) {
    if (happened.kind === "deleted") summaries.delete(happened.skill);
    else summaries.set(happened.skill, add(summaries.get(happened.skill) ?? nothing, happened));
  }
  return summaries;
}

const nothing: SkillUseSummary = {
  uses: 0,
  successes: 0,
  failures: 0,
  failuresInRow: 0,
  madeAt: undefined,
  lastUsedAt: undefined,
  check: undefined,
};

function add(summary: SkillUseSummary, { kind, at }: SkillUseEvent): SkillUseSummary {
  switch (kind) {
    case "made":
      return { ...summary, madeAt: at, failuresInRow: 0, check: undefined };
    case "changed":
      return { ...summary, failuresInRow: 0, check: undefined };
    case "used":
      return { ...summary, uses: summary.uses + 1, lastUsedAt: Math.max(at, summary.lastUsedAt ?? 0) };
    case "succeeded":
      return { ...summary, successes: summary.successes + 1, failuresInRow: 0 };
    case "failed":
      return { ...summary, failures: summary.failures + 1, failuresInRow: summary.failuresInRow + 1 };
    case "check-passed":
      return { ...summary, check: "passed" };
    case "check-failed":
      return { ...summary, check: "failed" };
    case "deleted":
      return nothing;
  }
}

function readEvents(path: string): readonly SkillUseEvent[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  // A process that died while it wrote leaves half a line, which is no event.
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      const data: unknown = JSON.parse(line);
      return isEvent(data) ? [data] : [];
    } catch {
      return [];
    }
  });
}

/** By hand: the file is ours, and read on the way to the first request of every conversation. */
function isEvent(data: unknown): data is SkillUseEvent {
  if (typeof data !== "object" || data === null) return false;
  if (!("skill" in data && "kind" in data && "at" in data)) return false;
  const { skill, kind, at } = data;
  return typeof skill === "string" && typeof at === "number" && kinds.some((known) => known === kind);
}
