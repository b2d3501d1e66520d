import type { PluginReport } from "@hermes/runtime";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";

/** What another version of a plug-in changes, as lines below it; none where there was none before. */
export function changeLines(
  now: PluginReport,
  before: PluginReport | undefined,
  columns: number | undefined,
): readonly string[] {
  if (before === undefined) return [];
  const was = before.manifest?.version ?? "a broken one";
  const changes = [
    ...changed("gives", before.gives, now.gives),
    ...changed("may", before.reach, now.reach),
    ...(before.source === now.source || before.source === undefined || now.source === undefined
      ? []
      : [`source: was ${before.source}`]),
  ];
  const same = before.digest === now.digest ? "Its files are the same." : "It gives and may do the same.";
  return [
    "",
    ...paragraph(oneLine(`It takes the place of ${was}${changes.length === 0 ? `. ${same}` : ":"}`), {
      columns,
    }),
    ...changes.flatMap((change) => paragraph(oneLine(change), { columns, indent: 2 })),
  ];
}

function changed(what: string, before: readonly string[], now: readonly string[]): readonly string[] {
  const added = now.filter((each) => !before.includes(each));
  const gone = before.filter((each) => !now.includes(each));
  return [...added.map((each) => `+ ${what}: ${each}`), ...gone.map((each) => `- ${what}: ${each}`)];
}
