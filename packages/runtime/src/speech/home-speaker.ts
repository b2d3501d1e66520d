import type { LoadedSettings } from "@hermes/config";
import { speakerOfPlugin } from "./speech-of-plugins.ts";
import type { PluginsForSpeech } from "./speech-of-plugins.ts";

/** What speaks the answers of a home in chats. */
export interface HomeSpeaker {
  /** A sentence why nothing can be spoken; undefined: it can. */
  readonly missing: string | undefined;
  /** Speaks the beginning of a Markdown text, as Ogg with Opus where that can be made here. @throws as `Speaker.speak` */
  speak(
    markdown: string,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly bytes: Uint8Array; readonly extension: string }>;
}

/** Some minutes: the whole text stands beside it. */
const maxChars = 4_000;

/** @param plugins Those that are used. @default none */
export async function homeSpeaker(
  { settings: { tts }, env }: Pick<LoadedSettings, "settings" | "env">,
  plugins?: PluginsForSpeech,
): Promise<HomeSpeaker> {
  const { createSpeaker } = await import("@hermes/media/speech");
  const { provider, voice, model, base_url: baseUrl } = tts;
  const speaker = createSpeaker({
    ...{ env, provider, voice, model, baseUrl },
    ...(await speakerOfPlugin(tts, plugins)),
  });
  return {
    missing: typeof speaker.provider === "string" ? undefined : speaker.provider.missing,
    speak: async (markdown, { signal }) =>
      await speaker.speak(markdown, { voiceMessage: true, maxChars, signal }),
  };
}
