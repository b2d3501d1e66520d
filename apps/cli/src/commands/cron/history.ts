import { exitCodes } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { withHome } from "./gateway-parts.ts";
import { historyLines } from "./job-lines.ts";

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
      const lines = historyLines(slots, { jobs: await jobs.list(), timeZone });
      const hasSessions = slots.some(({ sessionId }) => sessionId !== undefined);
      printLines(
        host,
        [...lines, ...(hasSessions ? ["A run in full: hermes sessions show ID"] : [])].flatMap((line) =>
          wrap(line, { columns: host.stdout.columns }),
        ),
      );
    }
    return exitCodes.ok;
  });
}
