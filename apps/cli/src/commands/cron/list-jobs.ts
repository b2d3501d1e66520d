import type { JobView } from "@hermes/cron";
import { exitCodes } from "../../host.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { oneLine } from "../../render/fit.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { nobodyFires } from "./firing.ts";
import { whoFires, withHome } from "./gateway-parts.ts";
import { jobLines } from "./job-lines.ts";

/** `hermes cron list`. */
export async function listJobs(
  { all, json }: { readonly all?: boolean | undefined; readonly json?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime, home }) => {
    const { jobs, timeZone } = await runtime.cron();
    const views = (await jobs.list()).filter(({ job }) => all === true || job.state !== "done");
    const firing = await whoFires(home);
    if (json) printJson(host, { firing, timeZone, jobs: views });
    else if (views.length === 0)
      printLines(host, ['No jobs. Add one: hermes cron add "every weekday at 9:00" "What is new?"']);
    else {
      const style = createStyle(coloured(host.stdout));
      const { columns } = host.stdout;
      const block = (view: JobView): readonly string[] => [
        ...wrap(`${style.bold(oneLine(view.job.name))} ${style.dim(view.job.id)}`, { columns }),
        ...jobLines(view, { timeZone, now: Date.now() }).flatMap((line) =>
          wrap(line, { columns, indent: 2 }),
        ),
      ];
      printLines(host, views.flatMap(block));
    }
    if (firing.by === "nobody" && views.length > 0) for (const line of nobodyFires) printRemark(host, line);
    return exitCodes.ok;
  });
}
