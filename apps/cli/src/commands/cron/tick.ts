import { exitCodes } from "../../host.ts";
import { counted } from "../../render/count-of.ts";
import { openAgentLog } from "../../log/agent-log.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { tickOnce, withHome } from "./gateway-parts.ts";
import { hasFailed, receiptText } from "./job-lines.ts";
import { goOnLater } from "./go-on-later.ts";

/** `hermes cron tick`: says nothing where nothing was due, so that a timer's mail stays empty. */
export async function tick(
  { json }: { readonly json?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime, home, redact }) => {
    const logged = openAgentLog({ home: home.loaded.home, part: "cron", redactor: async () => redact });
    const report = await goOnLater(
      desk,
      async (signal) =>
        await tickOnce({
          ...{ runtime, home, signal, byTimer: !host.stdinIsTerminal },
          log(level, text, fields) {
            if (level === "info") return;
            logged.write(level, text, fields);
            printRemark(host, text);
          },
        }),
    );
    if (json) printJson(host, report);
    else if (report.heldBy !== undefined)
      printLines(host, [`Another process fires the jobs here: ${report.heldBy.owner.pid}.`]);
    else {
      const { jobs, timeZone } = await runtime.cron();
      const names = new Map((await jobs.list()).map(({ job }) => [job.id, job.name]));
      printLines(host, [
        ...report.ran.map((slot) => `${names.get(slot.job) ?? slot.job}: ${receiptText(slot, timeZone)}`),
        ...(report.settled === 0
          ? []
          : [`${counted(report.settled, "time")} without a run: hermes cron history`]),
      ]);
    }
    for (const { job, sessionId: session, result } of report.ran.filter(hasFailed))
      logged.write("error", `A job failed: ${result?.outcome}.`, { job, session });
    await logged.written();
    return report.ran.some(hasFailed) ? exitCodes.failed : exitCodes.ok;
  });
}
