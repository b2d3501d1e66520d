import type { CronRequest, ProgramReport } from "@hermes/agent-loop/controller";
import type { JobOrigin, JobView } from "@hermes/cron";
import type { Runtime } from "@hermes/runtime";
import { nobodyFires } from "../commands/cron/firing.ts";
import { whoFires } from "../commands/cron/gateway-parts.ts";
import { historyLines, jobLines } from "../commands/cron/job-lines.ts";
import { timeIn } from "../commands/cron/times.ts";
import { oneLine } from "../render/fit.ts";

export interface CronReportOptions {
  /** Where it is typed, and where the answers of a job go that is made there. Absent: at a terminal, and its answers are kept. */
  readonly chat?: JobOrigin | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const receipts = 10;
const times = 5;

/** What a person asks of the jobs in a session: done, and in lines that fit a chat. */
export async function cronReport(
  runtime: Runtime,
  asked: CronRequest,
  { chat, now }: CronReportOptions,
): Promise<ProgramReport> {
  const { jobs, timeZone } = await runtime.cron();
  const told = (done: string, view: JobView): ProgramReport => ({
    lines: [`${done} ${oneLine(view.job.name)}`, ...detailsOf(view)],
    data: view,
  });
  const detailsOf = (view: JobView): readonly string[] =>
    jobLines(view, { timeZone, now }).map((line) => `  ${oneLine(line)}`);
  switch (asked.type) {
    case "list": {
      const views = (await jobs.list()).filter(({ job }) => job.state !== "done");
      if (views.length === 0)
        return {
          lines: ['There are no jobs. Make one: /cron add "every weekday at 9" What is new?'],
          data: views,
        };
      const lines = views.flatMap((view) => [oneLine(view.job.name), ...detailsOf(view)]);
      return { lines: [...lines, ...(await linesOfFiring(runtime))], data: views };
    }
    case "add": {
      const { schedule, prompt } = asked;
      const view = await jobs.create({ schedule, prompt }, { by: "person", origin: chat });
      const { lines, data } = told("Added:", view);
      return { lines: [...lines, ...(await linesOfFiring(runtime))], data };
    }
    case "next": {
      const { nextRuns, parseSchedule } = await import("@hermes/cron");
      const { schedule, reading } = parseSchedule(asked.schedule, { timeZone, now });
      const zone = schedule.type === "cron" ? schedule.timeZone : timeZone;
      const runs = nextRuns(schedule, { timeZone: zone, from: now, count: times });
      return {
        lines: [reading, ...runs.map((run) => `  ${timeIn(run.getTime(), zone)}`)],
        data: { reading, runs },
      };
    }
    case "history": {
      const [slots, all] = await Promise.all([
        jobs.history({ name: asked.name, limit: receipts }),
        jobs.list(),
      ]);
      const lines =
        slots.length === 0 ? ["Nothing has been due yet."] : historyLines(slots, { jobs: all, timeZone });
      return { lines, data: slots };
    }
    case "pause":
      return told("Paused:", await jobs.pause(asked.name));
    case "resume":
      return told("Resumed:", await jobs.resume(asked.name));
    case "run": {
      const { view, slot } = await jobs.run(asked.name);
      const line = `${oneLine(view.job.name)} runs as soon as its turn comes.`;
      return { lines: [line, ...(await linesOfFiring(runtime))], data: slot };
    }
    case "remove": {
      const view = await jobs.remove(asked.name);
      return { lines: [`Removed: ${oneLine(view.job.name)}`], data: view };
    }
  }
}

async function linesOfFiring(runtime: Runtime): Promise<readonly string[]> {
  const loaded = await runtime.acceptedSettings();
  const { by } = await whoFires({ loaded, cron: runtime.cron });
  return by === "nobody" ? nobodyFires : [];
}
