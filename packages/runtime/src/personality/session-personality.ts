import type { State } from "@hermes/state";
import type { RuntimeParts } from "../runtime-parts.ts";
import { builtinPersonalities } from "./builtin-personalities.ts";
import { isNone, personalityText } from "./personality.ts";
import type { Personality } from "./personality.ts";
import { personalityChosenIn } from "./personality-tables.ts";

/** Where a person speaks to the agent. Jobs, programs and children get their work done without a manner of speaking. */
const spoken: ReadonlySet<string> = new Set(["chat", "gateway", "api", "api-websocket", "acp"]);

/** Those of the settings first; one with the name of ours takes its place. */
export function listPersonalities({ options }: Pick<RuntimeParts, "options">): readonly Personality[] {
  const own = Object.entries(options.loaded.settings.personalities)
    .map(([name, entry]): Personality => ({ name, text: personalityText(entry), isOwn: true }))
    .filter(({ name, text }) => text !== "" && !isNone(name) && name !== "list");
  const ours = Object.entries(builtinPersonalities)
    .filter(([name]) => !own.some((each) => isSame(each.name, name)))
    .map(([name, text]): Personality => ({ name, text, isOwn: false }));
  return [...own, ...ours];
}

export function findPersonality(all: readonly Personality[], name: string): Personality | undefined {
  return all.find((each) => each.name === name) ?? all.find((each) => isSame(each.name, name));
}

/** How a session speaks: as was chosen in it, else as the settings say. One that is not there any more is none. */
export async function personalityOf(
  parts: Pick<RuntimeParts, "options" | "child" | "origin" | "existingState" | "warn" | "personalities">,
  sessionId: string,
): Promise<Personality | undefined> {
  const { flags } = parts.options;
  if (parts.child !== undefined || flags?.unattended === true || !spoken.has(parts.origin.entryPoint))
    return undefined;
  const state: State | undefined = await parts.existingState();
  const chosen = state && personalityChosenIn(state, sessionId);
  const { personality } = parts.options.loaded.settings.display;
  const name = chosen ?? parts.personalities.kept ?? personality ?? "";
  if (isNone(name)) return undefined;
  const found = findPersonality(listPersonalities(parts), name);
  if (found === undefined)
    parts.warn(`There is no personality "${name}"; the session speaks as usual. /personality lists them.`);
  return found;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
