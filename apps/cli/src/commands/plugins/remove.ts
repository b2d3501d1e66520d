import { exitCodes } from "../../host.ts";
import { HermesError } from "@hermes/registry/errors";
import { findPlugin } from "./find-plugin.ts";
import type { PluginsDesk } from "./plugins-desk.ts";

export interface RemoveFlags {
  readonly yes?: boolean | undefined;
}

/** `hermes plugins remove`. What it kept is gone with it, so the person is asked. */
export async function removePlugin(
  name: string,
  { yes }: RemoveFlags,
  { host, withPlugins, confirm }: PluginsDesk,
): Promise<number> {
  return await withPlugins(async ({ plugins }) => {
    const { from, folder } = await findPlugin(plugins, name);
    if (from === "project")
      throw new HermesError(`${name} belongs to the project: it is in ${folder}.`, {
        code: "PLUGIN_OF_PROJECT",
        hint: `Not to use it: hermes plugins disable ${name}`,
      });
    const isSure = await confirm({
      intro: [`${folder} is removed, with all that ${name} has kept.`],
      question: `Remove ${name}?`,
      yes,
    });
    if (!isSure) {
      host.stdout.write("Nothing was changed.\n");
      return exitCodes.failed;
    }
    await plugins.remove(name);
    host.stdout.write(`Removed ${name}.\n`);
    return exitCodes.ok;
  });
}
