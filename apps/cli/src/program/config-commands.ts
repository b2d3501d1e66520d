import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes config`. Its commands are declared when one of them is asked for. */
export function addConfig(program: Command, host: Host, end: (code: number) => void): void {
  const config = program
    .command("config")
    .description("see, change and check the settings: config.yaml and .env")
    .helpCommand(false);
  program.hook("preSubcommand", async (_program, chosen) => {
    if (chosen !== config) return;
    const [{ fillConfig }, { gatewayDesk }] = await Promise.all([
      import("../commands/config/fill-config.ts"),
      import("../commands/gateway/gateway-desk.ts"),
    ]);
    fillConfig(config, gatewayDesk(host), end);
  });
}
