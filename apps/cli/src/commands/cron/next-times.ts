import { nextRuns, parseSchedule } from "@hermes/cron";
import type { ReadSchedule } from "@hermes/cron";
import { HermesError } from "@hermes/registry/errors";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { withHome } from "../gateway/with-home.ts";
import { timeIn } from "./times.ts";

export interface NextFlags {
  readonly tz?: string | undefined;
  readonly from?: string | undefined;
  readonly count: number;
  readonly json?: boolean | undefined;
}

/** `hermes cron next`: of a schedule without a home or a store. */
export async function nextTimes(written: string, flags: NextFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const now = startOf(flags.from);
  const zone = flags.tz ?? (await desk.load()).settings.timezone;
  const timeZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { schedule, reading } = read(written, { timeZone, now }) ?? (await ofJob(written, desk));
  const of = schedule.type === "cron" ? schedule.timeZone : timeZone;
  const runs = nextRuns(schedule, { timeZone: of, from: now, count: flags.count });
  if (flags.json)
    printJson(host, {
      ...{ schedule: written, type: schedule.type, timeZone: of, reading },
      runs: runs.map((run) => run.toISOString()),
    });
  else {
    const lines = runs.map((run) => timeIn(run.getTime(), flags.tz ?? of));
    printLines(
      host,
      [reading, ...(lines.length === 0 ? ["It is due no more."] : lines)].flatMap((line) =>
        wrap(line, { columns: host.stdout.columns }),
      ),
    );
  }
  return exitCodes.ok;
}

/** Undefined: one word, which is more likely the name of a job. */
function read(
  written: string,
  options: { readonly timeZone: string; readonly now: number },
): ReadSchedule | undefined {
  try {
    return parseSchedule(written, options);
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "CRON_SCHEDULE" || /\s/.test(written.trim())) throw error;
    return undefined;
  }
}

async function ofJob(name: string, desk: GatewayDesk): Promise<ReadSchedule> {
  return await withHome(desk, async ({ runtime }) => {
    const { job, reading } = await (await runtime.cron()).jobs.get(name);
    return { schedule: job.schedule, reading };
  });
}

function startOf(from: string | undefined): number {
  if (from === undefined) return Date.now();
  const at = Date.parse(from);
  if (Number.isNaN(at)) throw usageError(`"${from}" is no time. Write it like 2026-11-24T09:00:00Z.`);
  return at;
}
