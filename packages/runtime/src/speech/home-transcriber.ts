import type { LoadedSettings } from "@hermes/config";
import { transcriberOfPlugin } from "./speech-of-plugins.ts";
import type { PluginsForSpeech } from "./speech-of-plugins.ts";

/** What writes down the voice messages of a home. */
export interface HomeTranscriber {
  /** The words come or an error says, for the person, why there are none. */
  (file: { readonly path: string }, options: { readonly signal: AbortSignal }): Promise<string>;
  /** Sentences why it will write nothing down: the settings name what nobody provides. Undefined: it may. */
  readonly missing?: string | undefined;
}

/**
 * What writes down the voice messages of a home; undefined where the settings switch it off, or where nothing here can.
 *
 * @param plugins Those that are used. @default none
 */
export async function homeTranscriber(
  { settings: { stt }, env }: Pick<LoadedSettings, "settings" | "env">,
  plugins?: PluginsForSpeech,
): Promise<HomeTranscriber | undefined> {
  if (!stt.enabled) return undefined;
  const { createTranscriber } = await import("@hermes/media/speech");
  const { provider, model, base_url: baseUrl, command } = stt;
  const ofPlugin = await transcriberOfPlugin(stt, plugins);
  const transcriber = createTranscriber({ env, provider, model, baseUrl, command, ...ofPlugin });
  const { moreOthers } = ofPlugin;
  if (transcriber.provider === undefined && moreOthers === undefined) return undefined;
  const transcribe: HomeTranscriber = async ({ path }, { signal }) => {
    const found = await transcriber.transcribe(path, { signal });
    if (found.success) return found.transcript;
    throw new Error([found.error, found.hint ?? ""].join(" ").trim());
  };
  if (moreOthers === undefined) return transcribe;
  return Object.assign(transcribe, { missing: `There is no "${provider}" that transcribes. ${moreOthers}` });
}
