import type { RuntimeParts } from "../../runtime-parts.ts";
import type { Diagnosis } from "../../runtime.ts";
import { builtinNames, pluginsGiveMore } from "../builtin-names.ts";

/** Settings that name what nobody provides; they are told only where they are used. Nothing where there are none. Starts no plug-in. */
export async function diagnoseChosen({
  options,
  plugins,
}: Pick<RuntimeParts, "options" | "plugins">): Promise<readonly Diagnosis[]> {
  const { web, tts, stt, compression } = options.loaded.settings;
  const chosen = [
    { setting: "web.search_backend", kind: "search", name: web.search_backend },
    { setting: "tts.provider", kind: "speakers", name: tts.provider },
    { setting: "stt.provider", kind: "transcribers", name: stt.provider },
    { setting: "compression.engine", kind: "contextEngines", name: compression.engine },
  ] as const;
  const known = await builtinNames();
  const others = chosen.filter(({ kind, name }) => !["", ...known[kind]].includes(name.trim()));
  if (others.length === 0) return [];
  const used = await plugins();
  return others
    .filter(({ kind, name }) => used.provider(kind, name.trim()) === undefined)
    .map(({ setting, name }) => ({
      ...{ name: "plugins", status: "warning", hint: pluginsGiveMore },
      message: `${setting} is "${name}", and nothing here has that name`,
    }));
}
