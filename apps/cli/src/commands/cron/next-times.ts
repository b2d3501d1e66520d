import { nextRuns, parseSchedule, parseTime } from "@hermes/cron";
import type { ReadSchedule } from "@hermes/cron";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { timeIn } from "./times.ts";

export interface NextFlags {
  readonly tz?: string | undefined;
  /** ISO 8601: without an offset, as the clocks of the zone show it. */
  readonly from?: string | undefined;
  readonly count: number;
  readonly json?: boolean | undefined;
}

interface NextTimes extends ReadSchedule {
  readonly runs: readonly Date[];
}

/** `hermes cron next`: the times of a schedule, without a home or a store; else those of the job of that name. */
export async function nextTimes(
  words: readonly string[],
  flags: NextFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  const written = words.join(" ").trim();
  const timeZone = flags.tz ?? (await zoneOfSettings(desk));
  const from = flags.from === undefined ? Date.now() : parseTime(flags.from, timeZone);
  const found = await timesOf(written, { ...flags, timeZone, from, desk });
  const { schedule, reading, runs } = found;
  const of = schedule.type === "cron" ? schedule.timeZone : timeZone;
  if (flags.json) printJson(host, { schedule: written, type: schedule.type, timeZone: of, reading, runs });
  else {
    const lines = runs.map((run) => timeIn(run.getTime(), of));
    printLines(
      host,
      [reading, ...(lines.length === 0 ? ["It is due no more."] : lines)].flatMap((line) =>
        wrap(line, { columns: host.stdout.columns }),
      ),
    );
  }
  return exitCodes.ok;
}

async function zoneOfSettings({ load }: GatewayDesk): Promise<string> {
  return (await load()).settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface TimesOptions {
  readonly timeZone: string;
  readonly from: number;
  readonly count: number;
  readonly desk: GatewayDesk;
}

async function timesOf(written: string, options: TimesOptions): Promise<NextTimes> {
  const { timeZone, from, count } = options;
  try {
    const read = parseSchedule(written, { timeZone, now: from });
    return { ...read, runs: nextRuns(read.schedule, { timeZone, from, count }) };
  } catch (error) {
    const isName = HermesError.is(error) && error.code === "CRON_SCHEDULE";
    const ofJob = isName ? await timesOfJob(written, options) : undefined;
    if (ofJob === undefined) throw error;
    return ofJob;
  }
}

/** Undefined where there is no such job, or no store. */
async function timesOfJob(
  name: string,
  { count, desk: { host, load, createRuntime } }: TimesOptions,
): Promise<NextTimes | undefined> {
  const loaded = await load();
  await using runtime = createRuntime({ loaded, env: loaded.env, cwd: host.cwd, platform: "cli" });
  if ((await runtime.existingStore()) === undefined) return undefined;
  const { jobs } = await runtime.cron();
  try {
    const { job, reading } = await jobs.get(name);
    return { schedule: job.schedule, reading, runs: await jobs.next(job.id, count) };
  } catch (error) {
    if (HermesError.is(error) && error.code === "CRON_NO_JOB") return undefined;
    throw error;
  }
}
