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
  const { timeZone } = options;
  return [
    reading,
    ...(job.nextAt === undefined || job.state !== "active"
      ? [stateText(job)]
      : [dueText(job.nextAt, options)]),
    ...(last === undefined ? [] : [`last: ${timeIn(last.at, timeZone)}, ${receiptText(last, timeZone)}`]),
    `to: ${job.deliver.join(", ")}`,
    ...warnings.map(({ reason, line, id }) => `warning: line ${line}: ${oneLine(reason)} (${id})`),
  ];
}

/** Later than this it was not fired when it should have been. */
const lateMs = 60_000;

function dueText(at: number, { timeZone, now }: JobLinesOptions): string {
  const isLate = at < now - lateMs;
  return `${isLate ? "late: due" : "next:"} ${timeIn(at, timeZone)}, ${fromNow(at, now)}`;
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
  limit: "it had as many runs as it may have",
};

/** What became of a slot, in words. */
export function receiptText(
  { state, reason, mergedInto, count, result, deaths }: Slot,
  timeZone: string,
): string {
  const several = count === undefined || count === 1 ? "" : `${count} times `;
  if (state === "waiting") return "waits for its turn";
  if (state === "running") return deaths === 0 ? "runs" : "runs again after a crash";
  if (state === "merged")
    return `${several}made up for by ${mergedInto === undefined ? "a later run" : `the run of ${timeIn(mergedInto, timeZone)}`}`;
  if (state === "skipped") return `${several}skipped: ${reason === undefined ? "" : reasons[reason]}`;
  if (result === undefined) return "ran";
  const cost = result.usd === undefined ? "" : `, ${dollars(result.usd)}`;
  const why = result.error === undefined ? "" : `: ${short(result.error.message)}`;
  const undelivered = result.deliveries.filter(({ status }) => status === "failed");
  const lost = undelivered.map(
    ({ target, problem = "" }) => `; not delivered to ${target}: ${short(problem)}`,
  );
  return `${result.outcome}${why}${cost}${lost.join("")}`;
}

/** What a script wrote may be long; all of it is in the JSON. */
function short(text: string): string {
  const line = oneLine(text);
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}

/** Whether a run came to no good end. */
export function hasFailed(slot: Slot | undefined): boolean {
  return slot?.result !== undefined && !["answered", "silent"].includes(slot.result.outcome);
}

/** Receipts, a line for each. */
export function historyLines(
  slots: readonly Slot[],
  { jobs, timeZone }: { readonly jobs: readonly JobView[]; readonly timeZone: string },
): readonly string[] {
  const names = new Map(jobs.map(({ job }) => [job.id, job.name]));
  return slots.map((slot) => {
    const session = slot.sessionId === undefined ? "" : ` · session ${slot.sessionId}`;
    const asked = slot.cause === "asked" ? ", asked for" : "";
    const name = oneLine(names.get(slot.job) ?? slot.job);
    return `${timeIn(slot.at, timeZone)}  ${name}${asked}: ${receiptText(slot, timeZone)}${session}`;
  });
}
