import { resolve } from "node:path";
import type { JobRequest, JobView } from "@hermes/cron";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { readAll } from "../../prompt/read-all.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import type { HomeContext } from "../gateway/with-home.ts";
import { nobodyFires } from "./firing.ts";
import { whoFires, withHome } from "./gateway-parts.ts";
import { jobLines } from "./job-lines.ts";
import { timeIn } from "./times.ts";

/** Flags of `add` and `edit`. An empty text goes back to the default. */
export interface JobFlags {
  readonly schedule?: string | undefined;
  readonly prompt?: string | undefined;
  readonly name?: string | undefined;
  readonly skill?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly toolsets?: readonly string[] | "" | undefined;
  readonly folder?: string | undefined;
  readonly script?: string | undefined;
  /** False: `--no-agent`. */
  readonly agent?: boolean | undefined;
  readonly contextFrom?: readonly string[] | undefined;
  readonly deliver?: readonly string[] | undefined;
  readonly tz?: string | undefined;
  readonly catchUp?: JobRequest["catchUp"];
  readonly overlap?: JobRequest["overlap"];
  readonly jitter?: number | undefined;
  readonly repeat?: number | undefined;
  readonly maxUsd?: number | "" | undefined;
  readonly maxTokens?: number | "" | undefined;
  readonly maxTurns?: number | "" | undefined;
  readonly timeout?: number | "" | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes cron add`. */
export async function addJob(
  schedule: string,
  words: readonly string[],
  flags: JobFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  const needsPrompt = flags.agent !== false && flags.skill === undefined && flags.script === undefined;
  const isPiped = words.length === 0 && needsPrompt && host.stdinPipe !== undefined;
  const prompt = (isPiped ? await readAll(host.stdin()) : words.join(" ")).trim();
  if (prompt === "" && needsPrompt)
    throw usageError('Say what is to be done: hermes cron add "every day at 9" "What is new?"');
  return await withHome(desk, async (context) => {
    const { jobs } = await context.runtime.cron();
    const view = await jobs.create(
      { ...requestOf(flags, desk), schedule, ...(prompt === "" ? {} : { prompt }) },
      { by: "person" },
    );
    return await shown("Added", view, { flags, desk, context });
  });
}

/** `hermes cron edit`. */
export async function editJob(name: string, flags: JobFlags, desk: GatewayDesk): Promise<number> {
  const { schedule, prompt } = flags;
  const change = { ...requestOf(flags, desk), schedule, prompt };
  if (Object.values(change).every((value) => value === undefined))
    throw usageError("Say what is to change, such as --schedule. See: hermes cron edit --help");
  return await withHome(desk, async (context) => {
    const { jobs } = await context.runtime.cron();
    const view = await jobs.edit(name, change, { by: "person" });
    return await shown("Changed", view, { flags, desk, context });
  });
}

function requestOf(flags: JobFlags, { host }: GatewayDesk): JobRequest {
  const { skill, folder, agent, tz, jitter, maxUsd, maxTokens, maxTurns, timeout } = flags;
  const { name, toolsets, contextFrom, deliver, catchUp, overlap, repeat } = flags;
  return {
    ...{ name, toolsets: orDefault(toolsets), deliver, catchUp, overlap, repeat },
    ...{ skills: withoutEmpty(skill), contextFrom: withoutEmpty(contextFrom) },
    ...{ model: orDefault(flags.model), provider: orDefault(flags.provider) },
    folder: folder === undefined || folder === "" ? orDefault(folder) : resolve(host.cwd, folder),
    ...{ script: orDefault(flags.script), noAgent: agent === undefined ? undefined : !agent },
    ...{ timeZone: tz, jitterSeconds: jitter },
    ...{ usd: orDefault(maxUsd), tokens: orDefault(maxTokens) },
    ...{ turns: orDefault(maxTurns), seconds: orDefault(timeout) },
  };
}

function orDefault<Value>(given: Value | "" | undefined): Value | null | undefined {
  return given === "" ? null : given;
}

function withoutEmpty(all: readonly string[] | undefined): readonly string[] | undefined {
  return all?.filter((each) => each !== "");
}

/** The reading and the next times, so that a person sees what was understood. */
async function shown(
  what: string,
  view: JobView,
  {
    flags,
    desk: { host },
    context: { runtime, home },
  }: { readonly flags: JobFlags; readonly desk: GatewayDesk; readonly context: HomeContext },
): Promise<number> {
  const { jobs, timeZone: usual } = await runtime.cron();
  const { job } = view;
  const next = await jobs.next(job.id, 3);
  const [firing, unknown] = await Promise.all([whoFires(home), unknownTargets(view, home)]);
  if (flags.json) printJson(host, { ...view, next, unknownTargets: unknown, firing });
  else {
    const timeZone = job.schedule.type === "cron" ? job.schedule.timeZone : usual;
    const lines = [
      ...jobLines(view, { timeZone, now: Date.now() }),
      ...next.slice(1).map((time) => `then: ${timeIn(time.getTime(), timeZone)}`),
    ];
    const { columns } = host.stdout;
    printLines(host, [
      ...wrap(`${what} "${oneLine(job.name)}" (${job.id}).`, { columns }),
      ...lines.flatMap((line) => wrap(line, { columns, indent: 2 })),
    ]);
  }
  for (const line of [...unknown, ...(firing.by === "nobody" ? nobodyFires : [])]) printRemark(host, line);
  return exitCodes.ok;
}

/** Where the answers can't go as things stand, as sentences. */
async function unknownTargets(
  { job: { deliver } }: JobView,
  { delivery }: HomeContext["home"],
): Promise<readonly string[]> {
  const found = await Promise.all(
    deliver
      .filter((target) => target !== "local" && target !== "origin")
      .map(async (target) => ({ target, resolved: await delivery.resolve(target) })),
  );
  return found.flatMap(({ target, resolved }) =>
    resolved.type === "problem" ? [`--deliver ${target}: ${resolved.problem} ${resolved.hint}`] : [],
  );
}
