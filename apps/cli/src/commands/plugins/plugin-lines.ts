import type { PluginReport } from "@hermes/runtime";
import type { Environment } from "@hermes/registry";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";

/** Columns that the names of rows take. */
const indent = 10;

/** A row of facts; further lines stand below the first. */
export function rowLines(
  name: string,
  values: readonly string[],
  columns: number | undefined,
): readonly string[] {
  const lines = values.flatMap((value) => paragraph(oneLine(value), { columns, indent }));
  return lines.map((line, index) =>
    index === 0 ? `  ${name.padEnd(indent - 2)}${line.slice(indent)}` : line,
  );
}

/**
 * What a plug-in is, gives and may do, as lines of a terminal.
 *
 * @param env Tells which of its variables are set.
 */
export function pluginLines(
  { name, manifest, problem, source, folder, digest, gives, reach }: PluginReport,
  { columns, env }: { readonly columns: number | undefined; readonly env: Environment },
): readonly string[] {
  const unset = (manifest?.may.variables ?? []).filter((variable) => !env[variable]);
  const title = manifest === undefined ? name : `${name} ${manifest.version}: ${manifest.description}`;
  const row = (label: string, values: readonly (string | undefined)[]): readonly string[] =>
    rowLines(
      label,
      values.filter((value) => value !== undefined),
      columns,
    );
  return [
    ...paragraph(oneLine(title), { columns }),
    ...row("problem", [problem]),
    ...row("author", [manifest?.author]),
    ...row("source", [source]),
    ...row("folder", source === folder ? [] : [folder]),
    ...row("digest", [digest]),
    ...row("gives", [gives.length === 0 ? "nothing" : gives.join(", ")]),
    ...row("may", reach),
    ...row(
      "unset",
      unset.map((variable) => `${variable}: hermes config set ${variable}`),
    ),
  ];
}
