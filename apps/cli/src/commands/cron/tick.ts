import { tickOnce } from "@hermes/gateway-app";
import { exitCodes } from "../../host.ts";
import { counted } from "../../render/count-of.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { withHome } from "../gateway/with-home.ts";
import { receiptText } from "./job-lines.ts";
import { untilInterrupted } from "./until-interrupted.ts";

/** `hermes cron tick`: says nothing where nothing was due, so that a timer's mail stays empty. */
export async function tick(
  { json }: { readonly json?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime, home }) => {
    const report = await untilInterrupted(
      host,
      async (signal) =>
        await tickOnce({ runtime, home, signal, log: (_level, text) => printRemark(host, text) }),
    );
    if (json) printJson(host, report);
    else if (report.heldBy !== undefined)
      printLines(host, [`Another process fires the jobs here: ${report.heldBy.owner.pid}.`]);
    else {
      const { jobs } = await runtime.cron();
      const names = new Map((await jobs.list()).map(({ job }) => [job.id, job.name]));
      printLines(host, [
        ...report.ran.map((slot) => `${names.get(slot.job) ?? slot.job}: ${receiptText(slot)}`),
        ...(report.settled === 0
          ? []
          : [`${counted(report.settled, "time")} without a run: hermes cron history`]),
      ]);
    }
    return report.ran.some(({ result }) => result?.outcome === "failed" || result?.outcome === "timed-out")
      ? exitCodes.failed
      : exitCodes.ok;
  });
}
