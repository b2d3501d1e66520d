import type { Settings } from "@hermes/config";
import type { CreateSpeakerOptions, CreateTranscriberOptions } from "@hermes/media/speech";
import { pluginsGiveMore } from "../plugins/builtin-names.ts";
import type { UsedPlugin } from "../plugins/workspace-plugins.ts";

/** The plug-ins that are used; asked for only where the settings name none of the known providers. */
export type PluginsForSpeech = () => Promise<readonly UsedPlugin[]>;

type Others<Options extends { readonly others?: unknown; readonly moreOthers?: unknown }> = Pick<
  Options,
  "others" | "moreOthers"
>;

/** The voice that the settings name, where a plug-in gives it. */
export async function speakerOfPlugin(
  { provider }: Pick<Settings["tts"], "provider">,
  plugins: PluginsForSpeech | undefined,
): Promise<Others<CreateSpeakerOptions>> {
  const { speechProviders } = await import("@hermes/media/speech");
  if (["auto", ...speechProviders].includes(provider)) return {};
  const used = (await plugins?.())?.find(({ description }) => Object.hasOwn(description.speakers, provider));
  if (used === undefined) return { moreOthers: pluginsGiveMore };
  const { pluginSpeaker } = await import("../plugins/providers/plugin-speaker.ts");
  return { others: { [provider]: pluginSpeaker(used, provider) } };
}

/** The transcriber that the settings name, where a plug-in gives it. */
export async function transcriberOfPlugin(
  { provider }: Pick<Settings["stt"], "provider">,
  plugins: PluginsForSpeech | undefined,
): Promise<Others<CreateTranscriberOptions>> {
  const { transcriptionProviders } = await import("@hermes/media/speech");
  if (["auto", ...transcriptionProviders].includes(provider)) return {};
  const used = (await plugins?.())?.find(({ description }) =>
    Object.hasOwn(description.transcribers, provider),
  );
  if (used === undefined) return { moreOthers: pluginsGiveMore };
  const { pluginTranscriber } = await import("../plugins/providers/plugin-transcriber.ts");
  return { others: { [provider]: pluginTranscriber(used, provider) } };
}
