import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { HomePlugins, PluginReport } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printJson, printLines } from "../../render/print.ts";
import { findPlugin } from "./find-plugin.ts";
import { factsOf } from "./plugin-facts.ts";
import { pluginLines, rowLines } from "./plugin-lines.ts";
import type { PluginsDesk } from "./plugins-desk.ts";
import { standingOf } from "./state-text.ts";

/** `hermes plugins show`: one of the list, or what a folder would be as one. Starts nothing. */
export async function showPlugin(
  wanted: string,
  { json }: { readonly json?: boolean | undefined },
  { host, withPlugins }: PluginsDesk,
): Promise<number> {
  return await withPlugins(async ({ plugins, env }) => {
    const { columns } = host.stdout;
    const { plugin, isListed } = await pluginOrFolder(plugins, wanted, host.cwd);
    if (json) {
      printJson(host, factsOf(plugin));
      return exitCodes.ok;
    }
    const { state, advice } = standingOf(plugin);
    printLines(host, [
      ...pluginLines(plugin, { columns, env }),
      ...settingLines(plugin, columns),
      ...(isListed ? rowLines("state", [state], columns) : []),
      ...(isListed && advice !== undefined && advice !== plugin.problem
        ? ["", ...paragraph(oneLine(advice), { columns })]
        : []),
      ...(isListed
        ? []
        : ["", ...paragraph(oneLine(`To use it: hermes plugins install ${wanted}`), { columns })]),
    ]);
    return exitCodes.ok;
  });
}

interface Found {
  readonly plugin: PluginReport;
  /** Whether it is one of this home or project. */
  readonly isListed: boolean;
}

/** A name, or a folder: whatever has a slash or a dot is one. */
export async function pluginOrFolder(plugins: HomePlugins, wanted: string, cwd: string): Promise<Found> {
  const all = await plugins.list();
  const listed = all.find(({ name }) => name === wanted);
  if (listed !== undefined) return { plugin: listed, isListed: true };
  const folder = resolve(cwd, wanted);
  if (/[/\\.]/.test(wanted) || existsSync(folder))
    return { plugin: await plugins.look(folder), isListed: false };
  return { plugin: await findPlugin(plugins, wanted), isListed: true };
}

function settingLines({ name, manifest }: PluginReport, columns: number | undefined): readonly string[] {
  const settings = Object.entries(manifest?.settings ?? {});
  if (settings.length === 0) return [];
  const rows = settings.map(([key, { type, description, default: preset }]) => {
    const unset = preset === undefined ? "" : `, ${JSON.stringify(preset)} where it is not set`;
    return `${key} (${type}${unset}): ${description}`;
  });
  const [[first = ""] = []] = settings;
  return [
    ...rowLines("settings", rows, columns),
    ...paragraph(oneLine(`Set one: hermes config set plugins.settings.${name}.${first} VALUE`), {
      columns,
      indent: 10,
    }),
  ];
}
