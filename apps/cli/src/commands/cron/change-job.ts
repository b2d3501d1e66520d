import type { Slot } from "@hermes/cron";
import { exitCodes } from "../../host.ts";
import { pause } from "@hermes/registry/pause";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import type { HomeContext } from "../gateway/with-home.ts";
import { nobodyFires } from "./firing.ts";
import { tickOnce, whoFires, withHome } from "./gateway-parts.ts";
import { hasFailed, jobLines, receiptText } from "./job-lines.ts";
import { goOnLater } from "./go-on-later.ts";

interface JsonFlag {
  readonly json?: boolean | undefined;
}

/** `hermes cron pause` and `resume`. */
export async function changeJob(
  verb: "pause" | "resume",
  name: string,
  { json }: JsonFlag,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime }) => {
    const { jobs, timeZone } = await runtime.cron();
    const view = await jobs[verb](name);
    const done = verb === "pause" ? "Paused" : "Resumed";
    if (json) printJson(host, view);
    else
      printLines(host, [
        `${done} "${oneLine(view.job.name)}".`,
        ...jobLines(view, { timeZone, now: Date.now() }).flatMap((line) =>
          wrap(line, { columns: host.stdout.columns, indent: 2 }),
        ),
      ]);
    return exitCodes.ok;
  });
}

/** `hermes cron remove`. */
export async function removeJob(
  name: string,
  { yes, json }: JsonFlag & { readonly yes?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime }) => {
    const { jobs } = await runtime.cron();
    const { job, reading } = await jobs.get(name);
    const question = `Remove "${oneLine(job.name)}", ${reading}?`;
    if (!(await desk.confirm({ question, yes: yes === true }))) return exitCodes.ok;
    const view = await jobs.remove(job.id);
    if (json) printJson(host, view);
    else printLines(host, [`Removed "${oneLine(job.name)}". What it did: hermes cron history ${job.id}`]);
    return exitCodes.ok;
  });
}

/** `hermes cron run`. */
export async function runJob(
  name: string,
  { wait, json }: JsonFlag & { readonly wait?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async (context) => {
    const { jobs, timeZone } = await context.runtime.cron();
    const { view, slot: asked } = await jobs.run(name);
    const firing = await whoFires(context.home);
    const slot = wait ? await ended(asked, context, desk) : asked;
    if (json) printJson(host, slot);
    else if (!wait) printLines(host, [`"${oneLine(view.job.name)}" runs as soon as its turn comes.`]);
    else {
      const lines = [`"${oneLine(view.job.name)}" ${receiptText(slot, timeZone)}`, slot.result?.text ?? ""];
      printLines(
        host,
        lines.filter((line) => line !== ""),
      );
    }
    if (!wait && firing.by === "nobody") for (const line of nobodyFires) printRemark(host, line);
    return hasFailed(slot) ? exitCodes.failed : exitCodes.ok;
  });
}

/** Fires it here unless another process fires; it is then looked at until it has a receipt. */
async function ended(asked: Slot, { runtime, home }: HomeContext, desk: GatewayDesk): Promise<Slot> {
  const { store } = await runtime.cron();
  return await goOnLater(desk, async (signal) => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until it has ended
      const { heldBy } = await tickOnce({ runtime, home, signal, byTimer: false });
      // oxlint-disable-next-line no-await-in-loop -- until it has ended
      const [slot = asked] = await store.slots.history({ job: asked.job, before: asked.at + 1, limit: 1 });
      if (slot.state !== "waiting" && slot.state !== "running") return slot;
      // oxlint-disable-next-line no-await-in-loop -- until it has ended
      await pause(heldBy === undefined ? 100 : 1_000, signal);
    }
  });
}
