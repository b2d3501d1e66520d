import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes plugins`. Its commands are declared when one of them is asked for. */
export function addPlugins(program: Command, host: Host, end: (code: number) => void): void {
  const plugins = program
    .command("plugins")
    .alias("plugin")
    .description("plug-ins: folders that give Hermes more tools, commands, models, places and skins")
    .helpCommand(false);
  program.hook("preSubcommand", async (_program, chosen) => {
    if (chosen !== plugins) return;
    const [{ fillPlugins }, { pluginsDesk }] = await Promise.all([
      import("../commands/plugins/fill-plugins.ts"),
      import("../commands/plugins/plugins-desk.ts"),
    ]);
    fillPlugins(plugins, pluginsDesk(host), end);
  });
}
