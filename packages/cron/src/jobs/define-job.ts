import { HermesError } from "@hermes/registry";
import { describeSchedule } from "../schedule/describe-schedule.ts";
import { parseSchedule } from "../schedule/parse-schedule.ts";
import { shortestGapMs } from "../schedule/shortest-gap.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { changed } from "./changed.ts";
import type { JobAuthor, JobRequest } from "./cron-jobs.ts";
import { defineWork, nameAfterWork } from "./define-work.ts";
import type { JobChecks } from "./define-work.ts";
import { findJob } from "./find-job.ts";
import type { Job, JobDefinition, JobLimits } from "./job.ts";
import { invalidJob } from "./job-request.ts";

export interface DefineOptions {
  readonly timeZone: string;
  readonly now: number;
  /** Of a run, where nothing else is said. */
  readonly seconds: number;
  readonly checks: JobChecks;
  readonly author: JobAuthor;
  /** All that there are. */
  readonly jobs: readonly Job[];
  /** The job that is changed. */
  readonly before?: Job | undefined;
}

/** More often than once a minute nothing is done. */
const shortestEveryMs = 60_000;

/**
 * What a request makes of a job, or of nothing.
 *
 * @param request As `readRequest` gives it.
 * @throws {HermesError} `CRON_JOB` with all that is wrong, `CRON_SCHEDULE`, `CRON_TIME_ZONE`, `CRON_NO_JOB`, `CRON_AMBIGUOUS_JOB`.
 */
export async function defineJob(request: JobRequest, options: DefineOptions): Promise<JobDefinition> {
  const { before, checks, jobs, author } = options;
  const problems: string[] = [];
  const timing = timingOf(request, options);
  const contextFrom = request.contextFrom && contextOf(request.contextFrom, { jobs, before, problems });
  const work = await defineWork({ ...request, contextFrom }, { before: before?.work, checks, problems });
  const folder = changed(request.folder, before?.folder);
  if (typeof request.folder === "string") problems.push(...((await checks.folder?.(request.folder)) ?? []));
  const deliver =
    request.deliver === undefined && before !== undefined
      ? before.deliver
      : targetsOf(request.deliver ?? [], { author, problems });
  const repeat = repeatOf(request, { schedule: timing.schedule, before, problems });
  if (problems.length > 0 || work === undefined) throw invalidJob(problems);
  return {
    name: request.name ?? before?.name ?? nameAfterWork(work),
    ...timing,
    work,
    folder,
    repeat,
    deliver,
    limits: limitsOf(request, { before: before?.limits, seconds: options.seconds }),
    catchUp: request.catchUp ?? before?.catchUp ?? "once",
    overlap: request.overlap ?? before?.overlap ?? "skip",
    jitterSeconds: request.jitterSeconds ?? before?.jitterSeconds ?? 0,
  };
}

function timingOf(
  { schedule: asked, timeZone }: JobRequest,
  { before, now, timeZone: ofSettings }: DefineOptions,
): Pick<JobDefinition, "written" | "schedule"> {
  if (asked === undefined && timeZone === undefined && before !== undefined)
    return { written: before.written, schedule: before.schedule };
  const written = asked ?? before?.written;
  if (written === undefined) throw invalidJob(["A schedule is needed, such as `every weekday at 9`."]);
  const zoneBefore = before?.schedule.type === "cron" ? before.schedule.timeZone : undefined;
  const { schedule } = parseSchedule(written, { timeZone: timeZone ?? zoneBefore ?? ofSettings, now });
  if (shortestGapMs(schedule, now) < shortestEveryMs)
    throw new HermesError(
      `The schedule "${written}" is due more often than once a minute: ${describeSchedule(schedule, ofSettings)}.`,
      { code: "CRON_SCHEDULE", hint: "Once a minute is the most." },
    );
  return { written: written.trim(), schedule };
}

/** Ids of jobs whose answers are read; none of them reads this one's. */
function contextOf(
  names: readonly string[],
  { jobs, before, problems }: Pick<DefineOptions, "jobs" | "before"> & { readonly problems: string[] },
): readonly string[] {
  const ids = [...new Set(names.map((name) => findJob(jobs, name).id))];
  const reads = (id: string, seen: Set<string>): boolean => {
    if (id === before?.id) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    const job = jobs.find((each) => each.id === id);
    return job?.work.type === "prompt" && job.work.contextFrom.some((each) => reads(each, seen));
  };
  for (const id of ids)
    if (id === before?.id) problems.push("contextFrom: a job does not read its own answers.");
    else if (reads(id, new Set()))
      problems.push(`contextFrom: "${findJob(jobs, id).name}" reads the answers of this job already.`);
  return ids;
}

function targetsOf(
  written: readonly string[],
  { author, problems }: { readonly author: JobAuthor; readonly problems: string[] },
): readonly string[] {
  const targets = [...new Set(written.flatMap((each) => each.split(",")).map((each) => each.trim()))].filter(
    (each) => each !== "",
  );
  if (targets.length === 0) return [author.origin?.chatId === undefined ? "local" : "origin"];
  for (const target of targets)
    if (!/^[a-z][\w-]*(?::[^\s\p{Cc}\p{Cs}].{0,200})?$/iu.test(target))
      problems.push(
        `deliver: "${target.slice(0, 100)}" is no target; there are origin, local, all, telegram, telegram:123 and so on.`,
      );
  return targets;
}

/** Absent: no end. A schedule of one time ends by itself. */
function repeatOf(
  { repeat }: JobRequest,
  {
    schedule,
    before,
    problems,
  }: { readonly schedule: Schedule; readonly before: Job | undefined; readonly problems: string[] },
): number | undefined {
  if (schedule.type === "once") {
    if ((repeat ?? 1) > 1) problems.push("repeat: a schedule of one time runs once.");
    return 1;
  }
  if (before !== undefined && before.state !== "done" && repeat !== 0 && (repeat ?? Infinity) <= before.runs)
    problems.push(`repeat: it has run ${before.runs} times already.`);
  if (repeat === undefined) return before?.schedule.type === "once" ? undefined : before?.repeat;
  return repeat === 0 ? undefined : repeat;
}

function limitsOf(
  request: JobRequest,
  { before, seconds }: { readonly before: JobLimits | undefined; readonly seconds: number },
): JobLimits {
  return {
    usd: changed(request.usd, before?.usd),
    tokens: changed(request.tokens, before?.tokens),
    turns: changed(request.turns, before?.turns),
    seconds: changed(request.seconds, before?.seconds) ?? seconds,
  };
}
