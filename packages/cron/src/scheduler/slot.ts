/** One time at which a job is due. Unique by job and time; what became of it is its receipt. Times are milliseconds since 1970. */
export interface Slot {
  readonly job: string;
  /** The scheduled time; of a run that somebody asked for, when they did. */
  readonly at: number;
  readonly cause: "schedule" | "asked";
  /** `waiting` and `running` have no receipt yet. */
  readonly state: "waiting" | "running" | "ran" | "skipped" | "merged";
  /** It runs no earlier: the scheduled time and its share of the jitter. */
  readonly startAfter: number;
  /** Why it was skipped. */
  readonly reason?: SkipReason | undefined;
  /** The time of the slot that stands for it. */
  readonly mergedInto?: number | undefined;
  /** One receipt for many slots of a very long gap: the last of them, and how many. */
  readonly until?: number | undefined;
  readonly count?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Processes that died in it. */
  readonly deaths: number;
  /** The session of the run. */
  readonly sessionId?: string | undefined;
  readonly result?: RunResult | undefined;
}

/**
 * `missed`: nothing ran then, and the job makes up for none. `overlap`: the run before had not ended. `removed`, `paused`, `edited`:
 * somebody changed the job before it began. `nothing`: its script had nothing to say. `limit`: too many runs waited.
 */
export type SkipReason = "missed" | "overlap" | "removed" | "paused" | "edited" | "nothing" | "limit";

/** How a run ended. */
export interface RunResult {
  readonly outcome: "answered" | "silent" | "failed" | "timed-out" | "cancelled" | "interrupted";
  /** The answer, of at most 8,000 characters; the whole of it is in the session. */
  readonly text?: string | undefined;
  readonly error?:
    | { readonly code: string; readonly message: string; readonly hint?: string | undefined }
    | undefined;
  readonly usd?: number | undefined;
  readonly deliveries: readonly JobDelivery[];
}

/** What became of the answer for one target. It is an outbox row from here on. */
export interface JobDelivery {
  readonly target: string;
  readonly status: "queued" | "kept" | "failed";
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
}

/** Names a slot everywhere: in keys of the outbox, and as the job that budgets hold for. */
export function slotKey({ job, at }: Pick<Slot, "job" | "at">): string {
  return `${job}@${new Date(at).toISOString()}`;
}
