import { findOnPath } from "@hermes/registry/programs";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { cutText } from "./cut-text.ts";
import { elevenlabs } from "./speakers/elevenlabs.ts";
import { espeak } from "./speakers/espeak.ts";
import { openai } from "./speakers/openai.ts";
import type { Audio, SpeechMaker } from "./speakers/speech-maker.ts";
import { spokenText } from "./spoken-text.ts";
import { toVoiceMessage } from "./to-voice-message.ts";

export const speechProviders = ["espeak", "openai", "elevenlabs"] as const;
export type SpeechProvider = (typeof speechProviders)[number];

const makers: Readonly<Record<SpeechProvider, SpeechMaker>> = { espeak, openai, elevenlabs };

export interface CreateSpeakerOptions {
  /** Keys, and where programs are. */
  readonly env: Environment;
  /** One of `speechProviders` or `others`. @default "auto": espeak-ng where it is installed, else the first with a key */
  readonly provider?: string | undefined;
  /** Providers beside the known ones, which win over those of the same name. They speak where they are named. @default none */
  readonly others?: Readonly<Record<string, SpeechMaker>> | undefined;
  /** A sentence where further ones come from, for who names one that there is not. */
  readonly moreOthers?: string | undefined;
  /** As the provider names it. @default by the script of the text, alloy, Rachel */
  readonly voice?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Of one text. @default 60_000 */
  readonly timeoutMs?: number | undefined;
}

export interface Spoken extends Audio {
  readonly provider: string;
  /** Characters of the spoken text, and of those that were left out at its end. */
  readonly spokenChars: number;
  readonly leftOutChars: number;
}

export interface SpeakOptions {
  /** Ogg with Opus, as voice messages are; where that can't be made here, what the provider gives. */
  readonly voiceMessage?: boolean | undefined;
  /** Most characters that are spoken, where the provider takes more. @default as many as that takes */
  readonly maxChars?: number | undefined;
  readonly signal: AbortSignal;
}

export interface Speaker {
  /** The provider that will be used, or a sentence why there is none. */
  readonly provider: string | { readonly missing: string };
  /** Whether a text leaves this machine, which may cost money. @default false */
  readonly asksService?: boolean | undefined;
  /**
   * Speaks the words of a Markdown text; a text over the limit is cut at a sentence.
   *
   * @throws {HermesError} `SPEECH_NO_PROVIDER`, `SPEECH_NO_TEXT`, `SPEECH_SERVICE_FAILED` or `SPEECH_PROGRAM_FAILED`.
   */
  speak(markdown: string, options: SpeakOptions): Promise<Spoken>;
}

/** Speaks texts with a program of this machine or by a service. */
export function createSpeaker(options: CreateSpeakerOptions): Speaker {
  const { env, model, fetch = globalThis.fetch, timeoutMs = 60_000 } = options;
  const provider = chooseProvider(options);
  const all = makersOf(options);
  return {
    provider,
    asksService: typeof provider === "string" && all.get(provider)?.asksService === true,
    async speak(markdown, { voiceMessage = false, maxChars = Number.POSITIVE_INFINITY, signal }) {
      const maker = typeof provider === "string" ? all.get(provider) : undefined;
      if (typeof provider !== "string" || maker === undefined) throw noProvider(provider);
      const whole = spokenText(markdown);
      if (!/[\p{L}\p{N}]/u.test(whole)) throw noWords();
      const text = cutText(whole, Math.min(maxChars, maker.maxChars(model)));
      const made = await maker.make(text, { ...options, fetch, timeoutMs, voiceMessage, signal });
      const fits = !voiceMessage || made.extension === "ogg" || findOnPath("ffmpeg", env) === undefined;
      const audio = fits ? made : await toVoiceMessage(made, { env, timeoutMs, signal });
      const leftOutChars = whole.slice(text.length).trim().length;
      return { ...audio, provider, spokenChars: text.length, leftOutChars };
    },
  };
}

function makersOf({ others = {} }: Pick<CreateSpeakerOptions, "others">): ReadonlyMap<string, SpeechMaker> {
  const known: Readonly<Record<string, SpeechMaker>> = makers;
  return new Map(Object.entries({ ...known, ...others, ...known }));
}

function chooseProvider({
  env,
  provider = "auto",
  others,
  moreOthers = "",
}: CreateSpeakerOptions): Speaker["provider"] {
  if (provider !== "auto") {
    const all = makersOf({ others });
    const maker = all.get(provider);
    if (maker === undefined) {
      const names = [...all.keys()].join(", ");
      return { missing: `there is no "${provider}"; there are auto, ${names}. ${moreOthers}`.trim() };
    }
    const missing = maker.missing(env);
    return missing === undefined ? provider : { missing };
  }
  const found = speechProviders.find((each) => makers[each].missing(env) === undefined);
  return found ?? { missing: "espeak-ng is not installed, and no key of OpenAI or ElevenLabs is set." };
}

function noProvider(provider: Speaker["provider"]): HermesError {
  const missing = typeof provider === "string" ? `there is no ${provider}.` : provider.missing;
  return new HermesError(`Nothing can be spoken: ${missing}`, {
    code: "SPEECH_NO_PROVIDER",
    hint: "Install espeak-ng, or set VOICE_TOOLS_OPENAI_KEY, OPENAI_API_KEY or ELEVENLABS_API_KEY.",
  });
}

function noWords(): HermesError {
  return new HermesError("The text has no words to speak.", {
    code: "SPEECH_NO_TEXT",
    hint: "Code blocks, addresses and marks are not spoken; write it as sentences.",
  });
}
