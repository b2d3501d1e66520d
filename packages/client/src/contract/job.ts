import * as z from "zod";

/** What is done at set times. Times are milliseconds since 1970. */
export interface JobInfo {
  /** 12 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  /** As it was written. */
  readonly schedule: string;
  /** The same in words. */
  readonly reading: string;
  readonly state: "active" | "paused" | "done";
  readonly pausedBecause?: string | undefined;
  readonly nextAt?: number | undefined;
  readonly runs: number;
  /** Absent: a script alone. */
  readonly prompt?: string | undefined;
  readonly skills: readonly string[];
  readonly script?: string | undefined;
  readonly model?: string | undefined;
  readonly folder?: string | undefined;
  readonly deliver: readonly string[];
  readonly madeBy: "person" | "model";
  readonly createdAt: number;
  readonly changedAt: number;
  /** The newest run. */
  readonly last?: JobRun | undefined;
  /** What a scan of the prompt found. */
  readonly warnings: readonly string[];
}

export interface JobRun {
  readonly jobId: string;
  /** The time at which it was due. */
  readonly at: number;
  readonly cause: "schedule" | "asked";
  readonly state: "waiting" | "running" | "ran" | "skipped" | "merged";
  /** How it ended, or why it was skipped. */
  readonly outcome?: string | undefined;
  readonly text?: string | undefined;
  readonly error?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

export const jobRun: z.ZodType<JobRun> = z.object({
  jobId: z.string(),
  at: z.number(),
  cause: z.enum(["schedule", "asked"]),
  state: z.enum(["waiting", "running", "ran", "skipped", "merged"]),
  outcome: z.string().optional(),
  text: z.string().optional(),
  error: z.string().optional(),
  sessionId: z.string().optional(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
});

export const jobInfo: z.ZodType<JobInfo> = z.object({
  id: z.string(),
  name: z.string(),
  schedule: z.string(),
  reading: z.string(),
  state: z.enum(["active", "paused", "done"]),
  pausedBecause: z.string().optional(),
  nextAt: z.number().optional(),
  runs: z.int(),
  prompt: z.string().optional(),
  skills: z.array(z.string()),
  script: z.string().optional(),
  model: z.string().optional(),
  folder: z.string().optional(),
  deliver: z.array(z.string()),
  madeBy: z.enum(["person", "model"]),
  createdAt: z.number(),
  changedAt: z.number(),
  last: jobRun.optional(),
  warnings: z.array(z.string()),
});

/** A job as it is written. In a change, what is absent stays and `null` goes back to the default. */
export interface JobChange {
  readonly schedule?: string | undefined;
  readonly name?: string | undefined;
  readonly prompt?: string | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly model?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly toolsets?: readonly string[] | null | undefined;
  readonly script?: string | null | undefined;
  readonly noAgent?: boolean | undefined;
  readonly contextFrom?: readonly string[] | undefined;
  readonly folder?: string | null | undefined;
  readonly deliver?: readonly string[] | undefined;
  readonly usd?: number | null | undefined;
  readonly tokens?: number | null | undefined;
  readonly turns?: number | null | undefined;
  readonly seconds?: number | null | undefined;
  readonly catchUp?: "once" | "all" | "none" | undefined;
  readonly overlap?: "skip" | "queue" | "cancel" | undefined;
  readonly jitterSeconds?: number | undefined;
  readonly repeat?: number | undefined;
  readonly timeZone?: string | undefined;
}

const words = z.array(z.string().max(200)).max(20);

/** The jobs of a home know better what fits; here nothing grows without a bound. */
export const jobChange: z.ZodType<JobChange> = z.strictObject({
  schedule: z.string().max(1_000).optional(),
  name: z.string().max(200).optional(),
  prompt: z.string().max(20_000).optional(),
  skills: words.optional(),
  model: z.string().max(200).nullish(),
  provider: z.string().max(200).nullish(),
  toolsets: words.nullish(),
  script: z.string().max(1_000).nullish(),
  noAgent: z.boolean().optional(),
  contextFrom: words.optional(),
  folder: z.string().max(4_000).nullish(),
  deliver: z.array(z.string().max(2_000)).max(20).optional(),
  usd: z.number().positive().nullish(),
  tokens: z.int().positive().nullish(),
  turns: z.int().positive().nullish(),
  seconds: z.int().positive().nullish(),
  catchUp: z.enum(["once", "all", "none"]).optional(),
  overlap: z.enum(["skip", "queue", "cancel"]).optional(),
  jitterSeconds: z.int().min(0).optional(),
  repeat: z.int().min(0).optional(),
  timeZone: z.string().max(100).optional(),
});
