import { HermesError } from "@hermes/registry";
import type { Job } from "./job.ts";

/** A name that no job has: the wished one, or with a number behind it. */
export function freeName(wished: string, jobs: readonly Job[]): string {
  const taken = new Set(jobs.map(({ name }) => name.toLowerCase()));
  let name = wished;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wished} ${number}`;
  return name;
}

export function nameTaken(name: string): HermesError {
  return new HermesError(`There is a job "${name}" already.`, {
    code: "CRON_NAME_TAKEN",
    hint: "Change that one, or give another name.",
    data: { name },
  });
}
