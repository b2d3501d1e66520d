import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes cron` and `hermes wake`. Their commands are declared when one of them is asked for. */
export function addCron(program: Command, host: Host, end: (code: number) => void): void {
  const cron = program
    .command("cron")
    .description("work at set times: reminders, reports, checks")
    .helpCommand(false);
  const wake = program
    .command("wake")
    .description("have the heartbeat of the gateway look now, or tell it what happened");
  program.hook("preSubcommand", async (_program, chosen) => {
    if (chosen !== cron && chosen !== wake) return;
    const [fill, { gatewayDesk }] = await Promise.all([
      import("../commands/cron/fill-cron.ts"),
      import("../commands/gateway/gateway-desk.ts"),
    ]);
    if (chosen === cron) fill.fillCron(cron, gatewayDesk(host), end);
    else fill.fillWake(wake, gatewayDesk(host), end);
  });
}
