import type { PluginReport } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printJson, printLines } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import { factsOf } from "./plugin-facts.ts";
import type { PluginsDesk } from "./plugins-desk.ts";
import { standingOf } from "./state-text.ts";

/** `hermes plugins list`. Starts nothing. */
export async function listPlugins(
  { json }: { readonly json?: boolean | undefined },
  { host, withPlugins }: PluginsDesk,
): Promise<number> {
  return await withPlugins(async ({ plugins }) => {
    const all = await plugins.list();
    const { columns } = host.stdout;
    if (json) printJson(host, all.map(factsOf));
    else printLines(host, all.length === 0 ? nothing(columns) : linesOf(all, columns));
    return exitCodes.ok;
  });
}

function nothing(columns: number | undefined): readonly string[] {
  return [
    "There are no plug-ins.",
    ...paragraph("Install one, a folder or a package: hermes plugins install SOURCE", { columns }),
    ...paragraph("Write one: hermes plugins create NAME", { columns }),
  ];
}

function linesOf(all: readonly PluginReport[], columns: number | undefined): readonly string[] {
  const rows = all.map((plugin) => [
    plugin.name,
    plugin.manifest?.version ?? "?",
    standingOf(plugin).state,
    plugin.from === "project" ? "project" : "home",
    plugin.gives.join(", "),
  ]);
  const advice = all.flatMap((plugin) => {
    const text = standingOf(plugin).advice;
    return text === undefined ? [] : paragraph(oneLine(`${plugin.name}: ${text}`), { columns });
  });
  const more = paragraph("All about one: hermes plugins show NAME", { columns });
  return [
    ...table([["NAME", "VERSION", "STATE", "FROM", "GIVES"], ...rows], columns),
    "",
    ...(advice.length === 0 ? more : advice),
  ];
}
