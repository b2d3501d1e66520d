import type { CronJobs, CronStore, PromptFinding } from "@hermes/cron";
import type { Provenance } from "@hermes/registry";

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
  /** The script of a job, looked up anew for each run. */
  findScript(name: string): Promise<FoundScript>;
  /** Untrusted sources of a file, such as where it was downloaded from. */
  sourcesOf(path: string): Promise<readonly Provenance[]>;
  /** Looks for prompt injection in a text that a job is about to tell a model: what it reads may have changed since it was written. */
  scan(text: string): Promise<readonly PromptFinding[]>;
  /** Calls `listen` after each change that this process makes. Must not throw. @returns What ends it. */
  onChange(listen: () => void): () => void;
}

/** A script by its real path, or why it can't be run, as a sentence. */
export type FoundScript =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: string };
