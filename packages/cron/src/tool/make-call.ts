import { untrustedSources, untrustedValue } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { CronJobs, JobView } from "../jobs/cron-jobs.ts";
import { authorOf, namedJob, requestOf } from "./cron-call.ts";
import type { CronCall } from "./cron-call.ts";
import { shownJob } from "./shown-job.ts";

/**
 * Does what a call of `cronjob` asks for.
 *
 * @returns What the model reads.
 * @throws {HermesError} as `CronJobs`.
 */
export async function makeCall(
  call: CronCall,
  context: ToolContext,
  { jobs, timeZone }: { readonly jobs: CronJobs; readonly timeZone: string },
): Promise<unknown> {
  const shown = (view: JobView) => shownJob(view, timeZone);
  switch (call.action) {
    case "list":
      return listed(await jobs.list(), timeZone);
    case "create":
      return created(await jobs.create(requestOf(call), authorOf(context)), timeZone);
    case "update":
      return {
        success: true,
        job: shown(await jobs.edit(namedJob(call), requestOf(call), authorOf(context))),
      };
    case "pause":
      return { success: true, job: shown(await jobs.pause(namedJob(call))) };
    case "resume":
      return { success: true, job: shown(await jobs.resume(namedJob(call))) };
    case "remove": {
      const { id: job_id, name } = (await jobs.remove(namedJob(call))).job;
      return { success: true, message: `Removed "${name}".`, removed_job: { job_id, name } };
    }
    case "run":
    case "run_now":
    case "trigger": {
      const { view } = await jobs.run(namedJob(call));
      return { success: true, job: shown(view), message: "It runs as soon as the scheduler looks." };
    }
  }
}

function listed(all: readonly JobView[], timeZone: string): unknown {
  const answer = { success: true, count: all.length, jobs: all.map((view) => shownJob(view, timeZone)) };
  // What a job says may have been written by whoever wrote what the model had read.
  const sources = untrustedSources(...all.map(({ job }) => job.provenance));
  return sources.length === 0 ? answer : untrustedValue(answer, sources);
}

function created(view: JobView, timeZone: string): object {
  const job = shownJob(view, timeZone);
  const { job_id, name, schedule, reading, next_run_at, skill, skills, repeat, deliver } = job;
  const message = `Scheduled: ${reading}. Next time: ${next_run_at ?? "none"}.`;
  return {
    ...{ success: true, job_id, name, schedule, reading, next_run_at, skill, skills, repeat, deliver },
    ...{ job, message },
  };
}
