import { exitCodes } from "../../host.ts";
import { counted } from "../../render/count-of.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { firingText } from "./firing.ts";
import { whoFires, withHome } from "./gateway-parts.ts";
import { hasFailed, receiptText } from "./job-lines.ts";
import { fromNow, timeIn } from "./times.ts";

/** `hermes cron status`. Exit code 3 where there are jobs and nothing fires. */
export async function cronStatus(
  { json }: { readonly json?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime, home }) => {
    const { jobs, timeZone } = await runtime.cron();
    const views = await jobs.list();
    const active = views.filter(({ job }) => job.state === "active");
    const firing = await whoFires(home);
    const next = active
      .filter(({ job }) => job.nextAt !== undefined)
      .toSorted((one, other) => (one.job.nextAt ?? 0) - (other.job.nextAt ?? 0))
      .at(0);
    const running = views.filter(({ last }) => last?.state === "running");
    const failed = views.filter(({ last }) => hasFailed(last));
    if (json)
      printJson(host, {
        ...{ firing, timeZone, jobs: views.length, active: active.length, running: running.length },
        ...(next?.job.nextAt === undefined
          ? {}
          : { next: { job: next.job.name, at: new Date(next.job.nextAt).toISOString() } }),
        failed: failed.map(({ job, last }) => ({ job: job.name, receipt: last })),
      });
    else {
      const lines = [
        firingText(firing),
        `${counted(views.length, "job")}, ${active.length} active, ${running.length} running. Time zone: ${timeZone}.`,
        ...(next?.job.nextAt === undefined
          ? []
          : [
              `Next: "${oneLine(next.job.name)}", ${timeIn(next.job.nextAt, timeZone)}, ${fromNow(next.job.nextAt, Date.now())}.`,
            ]),
        ...failed.map(
          ({ job, last }) =>
            `"${oneLine(job.name)}" ${last === undefined ? "" : receiptText(last, timeZone)}`,
        ),
      ];
      printLines(
        host,
        lines.flatMap((line) => wrap(line, { columns: host.stdout.columns })),
      );
    }
    return firing.by === "nobody" && active.length > 0 ? exitCodes.notRun : exitCodes.ok;
  });
}
