import type { PluginKind } from "@hermes/plugins/host";

/** Kinds of parts that a setting chooses by their name. */
export type ProviderKind = Extract<
  PluginKind,
  "models" | "memory" | "search" | "speakers" | "transcribers" | "backends" | "platforms" | "contextEngines"
>;

/** Follows an error about a name that nobody provides. */
export const pluginsGiveMore: string = "Plug-ins can give others: see `hermes plugins list`.";

/** What shortens a conversation where nothing else is chosen. */
export const builtinEngine: string = "builtin";

/** The memory that comes with Hermes. */
export const builtinMemory: string = "honcho";

/** What the settings of each kind know without a plug-in: names, and words such as `auto`. No plug-in can have one of them. */
export async function builtinNames(): Promise<Readonly<Record<ProviderKind, readonly string[]>>> {
  const [models, web, speech, terminal] = await Promise.all([
    import("@hermes/models"),
    import("@hermes/web"),
    import("@hermes/media/speech"),
    import("@hermes/terminal-backends"),
  ]);
  return {
    models: [
      ...["auto", "main", "none"],
      ...models.providers.flatMap(({ id, aliases = [] }) => [id, ...aliases]),
    ],
    memory: ["none", builtinMemory],
    search: ["auto", ...web.searchProviders.map(({ name }) => name)],
    // Files of the original name more of them, which are read as `auto`.
    speakers: [
      "auto",
      ...speech.speechProviders,
      ...words("edge minimax xai mistral gemini neutts kittentts piper"),
    ],
    transcribers: ["auto", ...speech.transcriptionProviders, ...words("mistral xai elevenlabs")],
    backends: terminal.backendKinds,
    platforms: words(
      "acp api api-server cli cron discord homeassistant local matrix mcp signal slack telegram webhook whatsapp",
    ),
    contextEngines: [builtinEngine, ...words("auto none default")],
  };
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
