import { z } from "zod";
import { clip } from "../../presentation/clip.ts";
import { discordLimits } from "./discord-limits.ts";

interface Command {
  readonly name: string;
  readonly description: string;
}

const textOption = 3;

/** Commands as Discord takes them, each with room for words behind it. */
export function commandsOf(
  commands: readonly { readonly name: string; readonly summary: string }[],
): readonly object[] {
  const { commandSummary, commands: max } = discordLimits;
  const seen = new Set<string>();
  return commands
    .map(({ name, summary }): Command => ({
      name: name.toLowerCase(),
      description: clip(summary.trim() || name, commandSummary),
    }))
    .filter(({ name }) => /^[a-z0-9_-]{1,32}$/.test(name) && !seen.has(name) && seen.add(name))
    .slice(0, max)
    .map(({ name, description }) => ({
      ...{ type: 1, name, description },
      options: [{ type: textOption, name: "text", description: "What to say with it", required: false }],
    }));
}

const listed = z.array(z.object({ name: z.string(), description: z.string() }));

/** Discord allows few changes of this list in a day. */
export function sameCommands(known: unknown, wanted: readonly object[]): boolean {
  const [one, other] = [listed.safeParse(known).data, listed.parse(wanted)];
  const asText = (list: readonly Command[]): string =>
    JSON.stringify(list.map(({ name, description }) => [name, description]).toSorted());
  return one !== undefined && asText(one) === asText(other);
}
