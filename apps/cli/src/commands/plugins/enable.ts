import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../host.ts";
import { decide, type DecideFlags } from "./decide.ts";
import { findPlugin } from "./find-plugin.ts";
import type { PluginsDesk } from "./plugins-desk.ts";

/** `hermes plugins enable`. A person's yes is to what was shown. */
export async function enablePlugin(name: string, flags: DecideFlags, desk: PluginsDesk): Promise<number> {
  const { host } = desk;
  return await desk.withPlugins(async (context) => {
    const { plugins, signal } = context;
    const isHeld = flags.jail !== false;
    const found = await findPlugin(plugins, name);
    if (found.state === "refused" && found.problem !== undefined)
      throw new HermesError(`${name} can't be enabled: ${found.problem}.`, {
        code: "PLUGIN_DISABLED",
        hint: "Take it out of there first: hermes config edit",
      });
    const plugin =
      found.state === "broken"
        ? found
        : { ...found, reach: (await plugins.look(found.folder, { isHeld })).reach };
    const question = `Use ${name} as it is now?`;
    const command = ["hermes", "plugins", "enable", name];
    const isSure = await decide({ plugin, question, command, flags }, desk, context.env);
    if (!isSure) {
      host.stdout.write("Nothing was changed.\n");
      return exitCodes.failed;
    }
    context.waitFor(`trying ${name}`);
    await plugins.enable(name, { digest: plugin.digest, isHeld }, { signal });
    context.arrived();
    host.stdout.write(`${name} is used from the next conversation on.\n`);
    return exitCodes.ok;
  });
}

/** `hermes plugins disable`. */
export async function disablePlugin(name: string, { host, withPlugins }: PluginsDesk): Promise<number> {
  return await withPlugins(async ({ plugins }) => {
    await findPlugin(plugins, name);
    await plugins.disable(name);
    host.stdout.write(`${name} is not used. To change that: hermes plugins enable ${name}\n`);
    return exitCodes.ok;
  });
}
