import type { JobChange, JobInfo, JobRun } from "@hermes/client/contract";

/** What is done at set times. A name is an id, the beginning of one that no other has, or a name; all throw `CRON_…`. */
export interface JobsPort {
  list(): Promise<readonly JobInfo[]>;
  get(name: string): Promise<JobInfo>;
  /** On the word of a person. */
  create(job: JobChange): Promise<JobInfo>;
  edit(name: string, change: JobChange): Promise<JobInfo>;
  /** What `create`, or with a name `edit`, would make of it. Keeps nothing. */
  preview(job: JobChange, name?: string): Promise<JobInfo>;
  remove(name: string): Promise<void>;
  pause(name: string): Promise<JobInfo>;
  resume(name: string): Promise<JobInfo>;
  run(name: string): Promise<JobRun>;
  /** The newest first. */
  history(options: {
    readonly name?: string | undefined;
    readonly limit: number;
  }): Promise<readonly JobRun[]>;
}
