import { HermesError, untrustedSources } from "@hermes/registry";
import { describeSchedule } from "../schedule/describe-schedule.ts";
import { nextTime } from "../schedule/due-times.ts";
import { nextRuns } from "../schedule/next-runs.ts";
import type { Slot } from "../scheduler/slot.ts";
import type { CronStore } from "../store/cron-store.ts";
import type { CronJobs, JobAuthor, JobRequest, JobView, PromptFinding } from "./cron-jobs.ts";
import { defineJob } from "./define-job.ts";
import type { JobChecks } from "./define-work.ts";
import { findJob, noJob } from "./find-job.ts";
import type { Job, JobDefinition } from "./job.ts";
import { freeName, nameTaken } from "./job-names.ts";
import { readRequest } from "./job-request.ts";
import { refuseFindings } from "./refuse-findings.ts";

/** Looks for prompt injection in what a model will be told by a job. */
export type ScanPrompt = (text: string) => Promise<readonly PromptFinding[]>;

export interface CronJobsOptions {
  readonly store: Pick<CronStore, "jobs" | "slots">;
  /** Of schedules that name none, as IANA names it. */
  readonly timeZone: string;
  readonly scan: ScanPrompt;
  /** Jobs that are not done; of those that are as many are kept. @default 100 */
  readonly maxJobs?: number | undefined;
  /** Of a run whose job says nothing else. @default 1_800 */
  readonly seconds?: number | undefined;
  /** @default what only a home knows is not looked at */
  readonly checks?: JobChecks | undefined;
  /** Told after each change, so that whoever fires looks again. Must not throw. */
  readonly onChange?: (() => void) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** @default 12 random hexadecimal digits */
  readonly createId?: (() => string) | undefined;
}

/** So often a change is tried while others change the same job. */
const attempts = 5;

/** Writes and reads the jobs of a store, by the rules of `CronJobs`. */
export function createCronJobs({
  store: { jobs: store, slots },
  timeZone,
  scan,
  maxJobs = 100,
  seconds = 1_800,
  checks = {},
  onChange = () => undefined,
  now = Date.now,
  createId = randomId,
}: CronJobsOptions): CronJobs {
  const lastOf = async (id: string): Promise<Slot | undefined> =>
    (await slots.history({ job: id, limit: 1 })).at(0);

  async function viewOf(job: Job, warnings: readonly PromptFinding[] = []): Promise<JobView> {
    const last = await lastOf(job.id);
    return { job, reading: describeSchedule(job.schedule, timeZone), last, warnings };
  }

  /** What a request makes of a job, or of nothing. */
  async function draft(request: JobRequest, author: JobAuthor, { jobs, before }: DraftOf): Promise<Change> {
    const at = now();
    const options = { timeZone, now: at, seconds, checks, author, jobs, before };
    const definition = await defineJob(request, options);
    const said = [request.name, request.prompt].filter((text) => text !== undefined && text !== "");
    const warnings = said.length === 0 ? [] : await scan(said.join("\n\n"));
    if (author.by === "model") refuseFindings(warnings);
    const name = request.name ?? before?.name ?? freeName(definition.name, jobs);
    if (jobs.some((each) => each.name === name && each.id !== before?.id)) throw nameTaken(name);
    if (before !== undefined) return { ...editedJob(before, definition, { author, now: at }), warnings };
    const fresh = {
      id: createId(),
      state: "active",
      runs: 0,
      createdAt: at,
      changedAt: at,
      revision: 0,
    } as const;
    const nextAt = nextTime(definition.schedule, at);
    return { job: { ...definition, ...fresh, ...authorOf(author), name, nextAt }, warnings };
  }

  /** Reads, changes and writes, and again where somebody was faster. */
  async function change(
    name: string,
    make: (before: Job, jobs: readonly Job[]) => Promise<Change> | Change,
  ): Promise<JobView> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      // oxlint-disable no-await-in-loop -- an attempt begins where the one before has failed
      const jobs = await store.list();
      const before = findJob(jobs, name);
      const { job, skipWaiting, warnings } = await make(before, jobs);
      if (job === before) return await viewOf(before);
      const at = now();
      if (await store.replace({ ...job, changedAt: at }, { skipWaiting, now: at })) {
        onChange();
        return await viewOf((await store.get(job.id)) ?? job, warnings);
      }
      if ((await store.list()).some((each) => each.name === job.name && each.id !== job.id))
        throw nameTaken(job.name);
      // oxlint-enable no-await-in-loop
    }
    throw new HermesError(`The job "${name}" is being changed by others all the time.`, {
      code: "CRON_CHANGED",
      hint: "Look at it, and change it again.",
    });
  }

  return {
    async create(written, author) {
      const request = readRequest(written);
      for (let attempt = 0; attempt < attempts; attempt++) {
        // oxlint-disable no-await-in-loop -- as above
        const jobs = await store.list();
        const { job, warnings } = await draft(request, author, { jobs });
        await makeRoom(jobs);
        if (await store.add(job)) {
          onChange();
          return await viewOf((await store.get(job.id)) ?? job, warnings);
        }
        // oxlint-enable no-await-in-loop
      }
      throw nameTaken(request.name ?? "");
    },
    async edit(name, written, author) {
      const request = readRequest(written);
      return await change(name, (before, jobs) => draft(request, author, { jobs, before }));
    },
    async preview(written, author, name) {
      const request = readRequest(written);
      const jobs = await store.list();
      const before = name === undefined ? undefined : findJob(jobs, name);
      const { job, warnings } = await draft(request, author, { jobs, before });
      return await viewOf(job, warnings);
    },
    async list() {
      return await Promise.all((await store.list()).map((job) => viewOf(job)));
    },
    async get(name) {
      return await viewOf(findJob(await store.list(), name));
    },
    async pause(name, reason) {
      return await change(name, (before) => {
        if (before.state === "done") throw isDone(before);
        if (before.state === "paused" && before.pausedBecause === reason) return { job: before };
        const job: Job = { ...before, state: "paused", pausedBecause: reason, nextAt: undefined };
        return { job, skipWaiting: "paused" };
      });
    },
    async resume(name) {
      return await change(name, (before) => {
        if (before.state === "done") throw isDone(before);
        if (before.state === "active") return { job: before };
        const nextAt = nextTime(before.schedule, now());
        if (nextAt === undefined) throw isDone(before);
        return { job: { ...before, state: "active", pausedBecause: undefined, nextAt } };
      });
    },
    async run(name) {
      const jobs = await store.list();
      const job = findJob(jobs, name);
      if (job.state === "done") throw isDone(job);
      const slot = await slots.ask(job.id, now());
      if (slot === undefined) throw noJob(name, jobs);
      onChange();
      return { view: await viewOf(job), slot };
    },
    async remove(name) {
      const jobs = await store.list();
      const job = findJob(jobs, name);
      if (!(await store.remove(job.id, now()))) throw noJob(name, jobs);
      onChange();
      return await viewOf(job);
    },
    async history({ name, limit = 50 } = {}) {
      if (name === undefined) return await slots.history({ limit });
      if (/^[0-9a-f]{12}$/.test(name)) {
        const ofRemoved = await slots.history({ job: name, limit });
        if (ofRemoved.length > 0) return ofRemoved;
      }
      return await slots.history({ job: findJob(await store.list(), name).id, limit });
    },
    async next(name, count) {
      const { schedule, state, repeat = Infinity, runs } = findJob(await store.list(), name);
      if (state !== "active") return [];
      return nextRuns(schedule, { timeZone, from: now(), count: Math.min(count, repeat - runs) });
    },
  };

  /** Jobs that are done take no place, but they are not kept forever. */
  async function makeRoom(jobs: readonly Job[]): Promise<void> {
    const done = jobs.filter(({ state }) => state === "done");
    if (jobs.length - done.length >= maxJobs)
      throw new HermesError(`There are ${maxJobs} jobs, and that is as many as there can be.`, {
        code: "CRON_TOO_MANY",
        hint: "Remove one that is not needed.",
        data: { maxJobs },
      });
    const oldest = done.toSorted((left, right) => left.changedAt - right.changedAt);
    for (const { id } of oldest.slice(0, Math.max(0, done.length - maxJobs)))
      // oxlint-disable-next-line no-await-in-loop -- seldom more than one
      await store.remove(id, now());
  }
}

interface DraftOf {
  readonly jobs: readonly Job[];
  readonly before?: Job | undefined;
}

interface Change {
  readonly job: Job;
  readonly skipWaiting?: "edited" | "paused" | undefined;
  readonly warnings?: readonly PromptFinding[] | undefined;
}

/** A job as it was with another definition. What a model has written stays written by a model, whoever changes a part of it. */
function editedJob(
  before: Job,
  definition: JobDefinition,
  { author, now }: { readonly author: JobAuthor; readonly now: number },
): Change {
  const isRescheduled = JSON.stringify(definition.schedule) !== JSON.stringify(before.schedule);
  // With another schedule or number of runs it begins anew.
  const isRevived = before.state === "done" && (isRescheduled || definition.repeat !== before.repeat);
  const state = isRevived ? "active" : before.state;
  const next = isRescheduled || isRevived ? nextTime(definition.schedule, now) : before.nextAt;
  const { madeBy, madeIn } = author.by === "model" ? authorOf(author) : before;
  const provenance = untrustedSources(before.provenance, author.provenance);
  const nextAt = state === "active" ? next : undefined;
  const job: Job = { ...before, ...definition, state, nextAt, madeBy, madeIn, provenance };
  return { job, skipWaiting: isRescheduled ? "edited" : undefined };
}

function authorOf({
  by,
  sessionId,
  origin,
  provenance,
}: JobAuthor): Pick<Job, "madeBy" | "madeIn" | "origin" | "provenance"> {
  return {
    origin,
    madeBy: by,
    madeIn: by === "model" ? sessionId : undefined,
    provenance: untrustedSources(provenance),
  };
}

function isDone({ name }: Job): HermesError {
  return new HermesError(`No time of the job "${name}" is left.`, {
    code: "CRON_DONE",
    hint: "Give it another schedule.",
    data: { name },
  });
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
