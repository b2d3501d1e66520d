import { wrap } from "../../render/wrap.ts";
import type { KeptToolsets } from "./keep-toolsets.ts";

/** What was changed, for a person. */
export function keptLines(
  { platform, setting, toolsets, enabled, disabled }: KeptToolsets,
  configPath: string,
  columns: number | undefined,
): readonly string[] {
  if (enabled.length === 0 && disabled.length === 0)
    return wrap(`Nothing changed: the toolsets of ${platform} were so before.`, { columns });
  const where =
    toolsets === undefined
      ? `${setting} is not needed any more, and was taken out of ${configPath}.`
      : `${setting} in ${configPath}: ${toolsets.length === 0 ? "no toolset" : toolsets.join(", ")}.`;
  const sentences = [
    ...(enabled.length === 0 ? [] : [`On for ${platform}: ${enabled.join(", ")}.`]),
    ...(disabled.length === 0 ? [] : [`Off for ${platform}: ${disabled.join(", ")}.`]),
    where,
    "It counts for conversations that begin now.",
  ];
  return sentences.flatMap((sentence) => wrap(sentence, { columns }));
}
