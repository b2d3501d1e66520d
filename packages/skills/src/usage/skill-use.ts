export const useKinds = [
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
  readonly kind: (typeof useKinds)[number];
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
  /** The person wants to keep it: it does not age, and no agent deletes it. */
  readonly pinned?: boolean | undefined;
}

/** What had happened to a skill until then. */
export interface SkillUseSum {
  readonly skill: string;
  readonly kind: "sum";
  readonly sum: SkillUseSummary;
}

/** Where use is counted. */
export interface SkillUse {
  record(event: SkillUseEvent): Promise<void>;
  /** By name. A skill that nothing happened to is not in it. */
  summaries(): Promise<ReadonlyMap<string, SkillUseSummary>>;
}

/** Adds events up, in the order in which they happened. A skill that was deleted starts anew. */
export function summarizeUse(
  events: readonly (SkillUseEvent | SkillUseSum)[],
): ReadonlyMap<string, SkillUseSummary> {
  const summaries = new Map<string, SkillUseSummary>();
  for (const happened of events) {
    if (happened.kind === "sum") summaries.set(happened.skill, { ...nothingHappened, ...happened.sum });
    else if (happened.kind === "deleted") summaries.delete(happened.skill);
    else summaries.set(happened.skill, add(summaries.get(happened.skill) ?? nothingHappened, happened));
  }
  return summaries;
}

export const nothingHappened: SkillUseSummary = {
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
      return nothingHappened;
  }
}
