import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { askWake, withHome } from "./gateway-parts.ts";

export interface WakeFlags {
  readonly to?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes wake`: kept in the store until a gateway takes it. */
export async function wake(
  words: readonly string[],
  { to, json }: WakeFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ home }) => {
    const asked = await askWake(home, { text: words.join(" "), target: to });
    if (json) printJson(host, asked);
    else if (asked.type === "problem") printRemark(host, `${asked.problem} ${asked.hint}`);
    else {
      const names = asked.chats.map(({ name }) => oneLine(name)).join(", ");
      const when = asked.isRunning ? "within seconds" : "once the gateway runs (hermes gateway start)";
      printLines(host, [`The agent looks ${when}, in the chat with ${names}.`]);
    }
    return asked.type === "problem" ? exitCodes.failed : exitCodes.ok;
  });
}
