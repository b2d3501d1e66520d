import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { withHome } from "../gateway/with-home.ts";
import { receiptText } from "./job-lines.ts";
import { timeIn } from "./times.ts";

/** `hermes cron history`. */
export async function history(
  name: string | undefined,
  { limit, json }: { readonly limit: number; readonly json?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ runtime }) => {
    const { jobs, timeZone } = await runtime.cron();
    const slots = await jobs.history({ name, limit });
    if (json) printJson(host, slots);
    else if (slots.length === 0) printLines(host, ["Nothing has been due yet."]);
    else {
      const names = new Map((await jobs.list()).map(({ job }) => [job.id, job.name]));
      const lines = slots.map((slot) => {
        const session = slot.sessionId === undefined ? "" : ` · session ${slot.sessionId}`;
        const asked = slot.cause === "asked" ? ", asked for" : "";
        return `${timeIn(slot.at, timeZone)}  ${oneLine(names.get(slot.job) ?? slot.job)}${asked}: ${receiptText(slot)}${session}`;
      });
      printLines(
        host,
        lines.flatMap((line) => wrap(line, { columns: host.stdout.columns })),
      );
    }
    return exitCodes.ok;
  });
}
