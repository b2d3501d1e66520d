import { HermesError, nearest } from "@hermes/registry";
import type { HomeSettings } from "../settings/home-settings.ts";
import type { OpenSession } from "../session/opened-session.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { HomePersonalities } from "./home-personalities.ts";
import { isNone } from "./personality.ts";
import { choosePersonalityIn, personalityChosenIn } from "./personality-tables.ts";
import { personalityNote } from "./personality-texts.ts";
import { findPersonality, listPersonalities, personalityOf } from "./session-personality.ts";

export interface OpenHomePersonalitiesOptions {
  readonly parts: RuntimeParts;
  /** Those that are open here. */
  readonly sessions: ReadonlySet<OpenSession>;
  readonly settings: () => Promise<HomeSettings>;
}

export function openHomePersonalities({
  parts,
  sessions,
  settings,
}: OpenHomePersonalitiesOptions): HomePersonalities {
  const all = listPersonalities(parts);
  return {
    list: async () => all,
    async current(sessionId) {
      const state = await parts.existingState();
      const chosen = state && personalityChosenIn(state, sessionId);
      if (chosen !== undefined) return isNone(chosen) ? undefined : chosen;
      const head = [...sessions].find(({ id }) => id === sessionId)?.agent.head;
      if (head === undefined) return (await personalityOf(parts, sessionId))?.name;
      // What it began with, whatever the settings say by now.
      const layer = head.layout?.find(({ kind }) => kind === "personality");
      return layer?.name.replace(/^personality /, "");
    },
    async choose(sessionId, wanted) {
      const found = isNone(wanted) ? undefined : findPersonality(all, wanted);
      if (found === undefined && !isNone(wanted)) throw unknownPersonality(wanted, all);
      const notice = personalityNote(found);
      const name = found?.name ?? "";
      choosePersonalityIn(await parts.state(), sessionId, { name, notice, at: Date.now() });
      return found?.name;
    },
    async keep(name) {
      await (await settings()).change([{ path: ["display", "personality"], value: name ?? "none" }]);
      parts.personalities.kept = name ?? "none";
      return parts.options.loaded.configPath;
    },
  };
}

function unknownPersonality(wanted: string, all: readonly { readonly name: string }[]): HermesError {
  const names = all.map(({ name }) => name);
  const near = nearest(wanted, names);
  const known = `There is ${names.join(", ")}.`;
  return new HermesError(`There is no personality "${wanted}".`, {
    code: "RUNTIME_UNKNOWN_PERSONALITY",
    hint: near === undefined ? known : `Did you mean ${near}? ${known}`,
  });
}
