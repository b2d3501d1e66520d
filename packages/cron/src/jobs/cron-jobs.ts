import type { Provenance } from "@hermes/registry";
import type { Slot } from "../scheduler/slot.ts";
import type { CatchUp, Job, JobOrigin, Overlap } from "./job.ts";

/** A job as people and models write it. In a change, what is absent stays and `null` goes back to the default. */
export interface JobRequest {
  /** As `parseSchedule` reads it. */
  readonly schedule?: string | undefined;
  readonly name?: string | undefined;
  readonly prompt?: string | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly model?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly toolsets?: readonly string[] | null | undefined;
  /** Below the folder of scripts. */
  readonly script?: string | null | undefined;
  /** The script alone, without a model. */
  readonly noAgent?: boolean | undefined;
  readonly contextFrom?: readonly string[] | undefined;
  readonly folder?: string | null | undefined;
  readonly deliver?: readonly string[] | undefined;
  readonly usd?: number | null | undefined;
  readonly tokens?: number | null | undefined;
  readonly turns?: number | null | undefined;
  readonly seconds?: number | null | undefined;
  readonly catchUp?: CatchUp | undefined;
  readonly overlap?: Overlap | undefined;
  readonly jitterSeconds?: number | undefined;
  /** 0: no end. */
  readonly repeat?: number | undefined;
  /** Of the clock times in `schedule`. @default that of the settings */
  readonly timeZone?: string | undefined;
}

/** On whose word a job is written. */
export interface JobAuthor {
  readonly by: "person" | "model";
  readonly sessionId?: string | undefined;
  readonly origin?: JobOrigin | undefined;
  /** Untrusted sources that the session has read. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** What the scan of a prompt found. */
export interface PromptFinding {
  /** Stable name of the rule, such as `injection.secrecy`. */
  readonly id: string;
  /** What the passage does, as a sentence for a person. */
  readonly reason: string;
  /** Counted from 1. */
  readonly line: number;
  /** The passage on one line. */
  readonly excerpt: string;
}

export interface JobView {
  readonly job: Job;
  /** The schedule in words, such as `every weekday at 09:00 (Europe/Berlin)`. */
  readonly reading: string;
  /** The newest receipt, or the run under way. */
  readonly last?: Slot | undefined;
  /** What the scan found in what a person has just written; a model's job would have been refused for it. Empty else. */
  readonly warnings: readonly PromptFinding[];
}

/**
 * The jobs of a home, for whoever writes them: command line, chats and the tool of the model. Every name is an id, the beginning of
 * one that no other has, or a name.
 *
 * All throw `HermesError`: `CRON_NO_JOB`, `CRON_AMBIGUOUS_JOB`, `CRON_SCHEDULE`, `CRON_JOB` (a part of the request is wrong),
 * `CRON_NAME_TAKEN`, `CRON_TOO_MANY`, `CRON_REFUSED` (the scan of what it says), `CRON_DONE` (no time of it is left),
 * `CRON_CHANGED` (others keep changing it just now).
 */
export interface CronJobs {
  create(request: JobRequest, author: JobAuthor): Promise<JobView>;
  edit(name: string, change: JobRequest, author: JobAuthor): Promise<JobView>;
  /** What `create`, or with a name `edit`, would make of it. Keeps nothing; throws as they do. */
  preview(request: JobRequest, author: JobAuthor, name?: string): Promise<JobView>;
  list(): Promise<readonly JobView[]>;
  get(name: string): Promise<JobView>;
  /** @param reason Where the program does it by itself. */
  pause(name: string, reason?: string): Promise<JobView>;
  /** Times that passed while it was paused get no slot. */
  resume(name: string): Promise<JobView>;
  /** Asks for a run now, also of a job that is paused; not of one that is done. @returns The slot, which waits for whoever fires. */
  run(name: string): Promise<{ readonly view: JobView; readonly slot: Slot }>;
  remove(name: string): Promise<JobView>;
  /** The newest first; of a job that was removed by its whole id. @param of.limit @default 50 */
  history(of?: {
    readonly name?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly Slot[]>;
  /** Its next times, as they stand now; none of a job that is paused or done. */
  next(name: string, count: number): Promise<readonly Date[]>;
}
