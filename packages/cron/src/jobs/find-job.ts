import { HermesError, nearest } from "@hermes/registry";
import type { Job } from "./job.ts";

/** Characters of an id that can stand for the whole of it. */
const shortestBeginning = 4;

/**
 * The job that is meant: by its id, its name, the beginning of its id, or its name whatever the case.
 *
 * @throws {HermesError} `CRON_NO_JOB`, `CRON_AMBIGUOUS_JOB` with those that can be meant.
 */
export function findJob(jobs: readonly Job[], wanted: string): Job {
  const name = wanted.trim();
  const exact = jobs.find(({ id }) => id === name) ?? jobs.find((job) => job.name === name);
  if (exact !== undefined) return exact;
  const folded = name.toLowerCase();
  const meant = jobs.filter(
    (job) =>
      job.name.toLowerCase() === folded || (name.length >= shortestBeginning && job.id.startsWith(folded)),
  );
  const [job] = meant;
  if (job === undefined) throw noJob(name, jobs);
  if (meant.length === 1) return job;
  const candidates = meant.map(({ id, name: called }) => ({ id, name: called }));
  throw new HermesError(`"${name}" can mean ${meant.length} jobs.`, {
    code: "CRON_AMBIGUOUS_JOB",
    hint: `Give one of these ids: ${candidates.map((each) => `${each.id} (${each.name})`).join(", ")}.`,
    data: { candidates },
  });
}

export function noJob(name: string, jobs: readonly Job[]): HermesError {
  const near = nearest(
    name,
    jobs.map((job) => job.name),
  );
  const hint =
    jobs.length === 0
      ? "There are no jobs."
      : near === undefined
        ? `There ${jobs.length === 1 ? "is" : "are"}: ${namesOf(jobs)}.`
        : `Did you mean "${near}"?`;
  const message = `There is no job "${name.slice(0, 200)}".`;
  return new HermesError(message, { code: "CRON_NO_JOB", hint, data: { near } });
}

function namesOf(jobs: readonly Job[]): string {
  const names = jobs.slice(0, 10).map((job) => job.name);
  return jobs.length > names.length
    ? `${names.join(", ")} and ${jobs.length - names.length} more`
    : names.join(", ");
}
