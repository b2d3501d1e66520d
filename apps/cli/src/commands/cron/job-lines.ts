import type { JobView, Slot } from "@hermes/cron";
import { oneLine } from "../../render/fit.ts";
import { dollars } from "../../render/amount.ts";
import { fromNow, timeIn } from "./times.ts";

export interface JobLinesOptions {
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What people are shown of a job, under its name. */
export function jobLines(
  { job, reading, last, warnings }: JobView,
  options: JobLinesOptions,
): readonly string[] {
  const { timeZone, now } = options;
  return [
    reading,
    ...(job.nextAt === undefined || job.state !== "active"
      ? [stateText(job)]
      : [`next: ${timeIn(job.nextAt, timeZone)}, ${fromNow(job.nextAt, now)}`]),
    ...(last === undefined ? [] : [`last: ${timeIn(last.at, timeZone)}, ${receiptText(last)}`]),
    `to: ${job.deliver.join(", ")}`,
    ...warnings.map(({ reason, line, id }) => `warning: line ${line}: ${oneLine(reason)} (${id})`),
  ];
}

function stateText({ state, pausedBecause }: JobView["job"]): string {
  if (state === "paused") return pausedBecause === undefined ? "paused" : `paused: ${oneLine(pausedBecause)}`;
  return state === "done" ? "done: it is due no more" : "no time to come";
}

const reasons: Readonly<Record<NonNullable<Slot["reason"]>, string>> = {
  missed: "nothing ran then",
  overlap: "the run before had not ended",
  removed: "the job was removed",
  paused: "the job was paused",
  edited: "the job was changed",
  nothing: "its script had nothing to say",
  limit: "too many runs waited",
};

/** What became of a slot, in words. */
export function receiptText({ state, reason, mergedInto, count, result, deaths }: Slot): string {
  const several = count === undefined || count === 1 ? "" : `${count} times `;
  if (state === "waiting") return "waits for its turn";
  if (state === "running") return deaths === 0 ? "runs" : "runs again after a crash";
  if (state === "merged")
    return `${several}made up for by ${mergedInto === undefined ? "a later run" : new Date(mergedInto).toISOString()}`;
  if (state === "skipped") return `${several}skipped: ${reason === undefined ? "" : reasons[reason]}`;
  if (result === undefined) return "ran";
  const cost = result.usd === undefined ? "" : `, ${dollars(result.usd)}`;
  const why = result.error === undefined ? "" : `: ${oneLine(result.error.message)}`;
  const undelivered = result.deliveries.filter(({ status }) => status === "failed");
  const lost = undelivered.map(
    ({ target, problem = "" }) => `; not delivered to ${target}: ${oneLine(problem)}`,
  );
  return `${result.outcome}${why}${cost}${lost.join("")}`;
}
