import type { CronJobs, CronStore } from "@hermes/cron";

/** The jobs of a home. */
export interface HomeCron {
  /** For whoever writes them: command line, chats, the tool of the model. */
  readonly jobs: CronJobs;
  /** For whoever fires them. */
  readonly store: CronStore;
  /** Of schedules and quiet hours, as IANA names it. */
  readonly timeZone: string;
  /** The folder of scripts: what a job runs without a model lies below it. */
  readonly scripts: string;
}
