import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { checkRecording } from "./check-recording.ts";
import { cutText } from "./cut-text.ts";
import { command } from "./transcribers/command.ts";
import { groq } from "./transcribers/groq.ts";
import { openai } from "./transcribers/openai.ts";
import type { TranscriptionMaker } from "./transcribers/transcription-maker.ts";
import { whisper } from "./transcribers/whisper.ts";

export const transcriptionProviders = ["command", "local", "openai", "groq"] as const;
export type TranscriptionProvider = (typeof transcriptionProviders)[number];

const makers: Readonly<Record<TranscriptionProvider, TranscriptionMaker>> = {
  ...{ command, local: whisper, openai, groq },
};

const maxTranscriptChars = 50_000;

export interface CreateTranscriberOptions {
  /** Keys, and where programs are. */
  readonly env: Environment;
  /** One of `transcriptionProviders` or `others`. @default "auto": the command where one is given, `whisper` where it is installed, else the first with a key */
  readonly provider?: string | undefined;
  /** Providers beside the known ones, which win over those of the same name. They are asked where they are named. @default none */
  readonly others?: Readonly<Record<string, TranscriptionMaker>> | undefined;
  /** A sentence where further ones come from, for who names one that there is not. */
  readonly moreOthers?: string | undefined;
  /** @default base, whisper-1, whisper-large-v3-turbo */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A program and its arguments, run without a shell; `{input}` stands for the file. It writes the words on its output. */
  readonly command?: readonly string[] | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Of one recording. @default 120_000 */
  readonly timeoutMs?: number | undefined;
}

export type Transcription =
  | { readonly success: true; readonly transcript: string; readonly provider: string }
  | {
      readonly success: false;
      readonly error: string;
      readonly hint?: string | undefined;
      readonly provider?: string | undefined;
    };

export interface Transcriber {
  /** The provider that will be used; undefined where there is none. */
  readonly provider: string | undefined;
  /** Says what is spoken in a file. Throws nothing but the reason of the signal. */
  transcribe(path: string, options: { readonly signal: AbortSignal }): Promise<Transcription>;
}

/** Writes down what is spoken, with a program of this machine or by a service. */
export function createTranscriber(options: CreateTranscriberOptions): Transcriber {
  const { env, provider: wanted = "auto", fetch = globalThis.fetch, timeoutMs = 120_000 } = options;
  const given = { ...options, command: options.command ?? [], fetch, timeoutMs };
  const isThere = (maker: TranscriptionMaker): boolean => maker.isThere({ env, command: given.command });
  const known = transcriptionProviders.map((name) => [name, makers[name]] as const);
  const all = wanted === "auto" ? known : [...known, ...Object.entries(options.others ?? {})];
  const [provider, maker] =
    all.find(([name, each]) => (wanted === "auto" || wanted === name) && isThere(each)) ?? [];
  return {
    provider,
    async transcribe(path, { signal }) {
      if (maker === undefined || provider === undefined)
        return { success: false, ...nothingThere(wanted, options) };
      try {
        await checkRecording(path);
        const words = (await maker.make(path, { ...given, signal })).trim();
        if (words !== "") return { success: true, transcript: shortened(words), provider };
        return { success: false, error: "No words were heard in the recording.", provider };
      } catch (error) {
        signal.throwIfAborted();
        const hint = HermesError.is(error) ? error.hint : undefined;
        const reason = error instanceof Error ? error.message : String(error);
        return { success: false, error: reason, hint, provider };
      }
    },
  };
}

/** Hours of speech would fill a model's window. */
function shortened(words: string): string {
  const kept = cutText(words, maxTranscriptChars);
  const left = words.length - kept.length;
  return left === 0 ? words : `${kept} [${left} characters more were said, and are left out here]`;
}

function nothingThere(
  wanted: string,
  { others = {}, moreOthers = "" }: Pick<CreateTranscriberOptions, "others" | "moreOthers">,
): { readonly error: string; readonly hint: string } {
  const names = [...transcriptionProviders, ...Object.keys(others)];
  if (wanted !== "auto" && !names.includes(wanted))
    return {
      error: `There is no "${wanted}" that transcribes.`,
      hint: `There are auto, ${names.join(", ")}. ${moreOthers}`.trim(),
    };
  return {
    error: `Nothing here can transcribe${wanted === "auto" ? "" : ` with "${wanted}"`}.`,
    hint: "Set VOICE_TOOLS_OPENAI_KEY, OPENAI_API_KEY or GROQ_API_KEY, install whisper, or give a command.",
  };
}
