import type { Provenance } from "@hermes/registry";
import type { Schedule } from "../schedule/schedule.ts";

/** What is done at the times of a job. */
export type JobWork =
  | {
      readonly type: "prompt";
      /** What the model is told. Empty: what the skills say. */
      readonly prompt: string;
      /** Names of skills that are entered before the prompt, in order. */
      readonly skills: readonly string[];
      /** Absent: the model of the settings, at each run. */
      readonly model?: string | undefined;
      readonly provider?: string | undefined;
      /** Names of toolsets. Absent: those of the platform `cron`. */
      readonly toolsets?: readonly string[] | undefined;
      /** Runs first; what it prints is put before the prompt. Printing nothing, it skips the run: no model is asked. */
      readonly script?: string | undefined;
      /** Jobs whose last answers are put before the prompt. */
      readonly contextFrom: readonly string[];
    }
  /** Without a model: what the script prints is the answer. */
  | { readonly type: "script"; readonly script: string };

/** Slots that were missed, while the machine slept or nothing ran: the newest is made up for, all are, or none. */
export type CatchUp = "once" | "all" | "none";

/** A slot that is due while the job still runs: it gets no run, it waits for the end, or it ends the run under way. */
export type Overlap = "skip" | "queue" | "cancel";

export interface JobLimits {
  /** US dollars of one run. */
  readonly usd?: number | undefined;
  /** Tokens of one run, of input and output together. */
  readonly tokens?: number | undefined;
  /** Requests to the model in one run. */
  readonly turns?: number | undefined;
  /** Seconds of one run; then it is ended. */
  readonly seconds: number;
}

/** Where a job was made: what `origin` is as a target. */
export interface JobOrigin {
  readonly platform: string;
  readonly chatId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly userId?: string | undefined;
}

/** What somebody decides about a job. */
export interface JobDefinition {
  /** At most 80 characters; unique in the home. */
  readonly name: string;
  /** As it was written, for editing. */
  readonly written: string;
  readonly schedule: Schedule;
  readonly work: JobWork;
  /** Absolute: where it works. Absent: a folder of the job's own. */
  readonly folder?: string | undefined;
  /** Targets such as `origin`, `telegram`, `telegram:123`, `all`, `local`: the answer goes to each. `local`: it is kept in the history alone. */
  readonly deliver: readonly string[];
  readonly limits: JobLimits;
  readonly catchUp: CatchUp;
  readonly overlap: Overlap;
  /** A run begins up to so many seconds late, by a share of its own for each slot. */
  readonly jitterSeconds: number;
  /** How many runs there are in all. Absent: no end, and 1 for a schedule of one time. */
  readonly repeat?: number | undefined;
}

export interface Job extends JobDefinition {
  /** 12 hexadecimal digits. */
  readonly id: string;
  readonly state: "active" | "paused" | "done";
  /** Why it is paused, where the program did it. */
  readonly pausedBecause?: string | undefined;
  /** The next time that has no slot yet. Milliseconds since 1970; absent: there is none. */
  readonly nextAt?: number | undefined;
  /** Slots that count for `repeat`. */
  readonly runs: number;
  readonly origin?: JobOrigin | undefined;
  /** Who wrote it: what a model wrote is never the words of the person. */
  readonly madeBy: "person" | "model";
  /** The session in which a model wrote it. */
  readonly madeIn?: string | undefined;
  /** Untrusted sources that the session had read when it was written: the run begins with them. */
  readonly provenance: readonly Provenance[];
  readonly createdAt: number;
  readonly changedAt: number;
  /** Grows with each change. */
  readonly revision: number;
}
