import { exitCodes } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { orNoJail } from "./or-no-jail.ts";
import { decide, type DecideFlags } from "./decide.ts";
import { factsOf } from "./plugin-facts.ts";
import type { PluginsDesk } from "./plugins-desk.ts";
import { openSource } from "./source/open-source.ts";

export interface InstallFlags extends DecideFlags {
  readonly json?: boolean | undefined;
}

/** `hermes plugins install`. Nothing of it runs, and nothing is kept, before the person has agreed to what it may do. */
export async function installPlugin(source: string, flags: InstallFlags, desk: PluginsDesk): Promise<number> {
  const { host } = desk;
  return await desk.withPlugins(async (context) => {
    const { plugins, signal } = context;
    await using opened = await openSource(source, host, context);
    const isHeld = flags.jail !== false;
    const looked = await plugins.look(opened.folder, { isHeld });
    // Of what was fetched the folder is gone in a moment.
    const plugin = { ...looked, source: opened.source, folder: opened.source };
    const command = ["hermes", "plugins", "install", opened.source];
    const before = (await plugins.list()).find(({ name, from }) => name === plugin.name && from === "home");
    const isSure = await decide(
      {
        ...{ plugin, before },
        question: before === undefined ? `Install ${plugin.name}?` : `Replace ${plugin.name}?`,
        command,
        flags,
      },
      desk,
      context.env,
    );
    if (!isSure) {
      host.stdout.write("Nothing was changed.\n");
      return exitCodes.failed;
    }
    context.waitFor(`trying ${plugin.name}`);
    const { digest } = looked;
    const installed = await orNoJail(
      [...command, "--no-jail"],
      async () => await plugins.install(opened.folder, { digest, source: opened.source, isHeld }, { signal }),
    );
    context.arrived();
    if (flags.json) printJson(host, factsOf(installed));
    else
      printLines(host, [
        `Installed ${installed.name} ${installed.manifest?.version ?? ""} in ${installed.folder}.`,
        "New conversations use it.",
      ]);
    return exitCodes.ok;
  });
}
