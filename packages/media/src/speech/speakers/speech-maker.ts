import type { Environment } from "@hermes/registry";

/** Sound as a provider makes it. */
export interface Audio {
  readonly bytes: Buffer;
  readonly extension: "wav" | "mp3" | "ogg";
}

export interface MakeSpeechOptions {
  /** Keys, and where programs are. */
  readonly env: Environment;
  readonly voice?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  /** Ogg with Opus is wanted; given where the provider can. */
  readonly voiceMessage: boolean;
  readonly signal: AbortSignal;
}

/** One provider of speech: adding one is a file, and a line in `createSpeaker`. */
export interface SpeechMaker {
  /** Whether the text leaves this machine, which may cost money. @default false */
  readonly asksService?: boolean | undefined;
  /** A sentence why it can't be used here; undefined: it can. */
  missing(env: Environment): string | undefined;
  /** Most characters of one text. */
  maxChars(model: string | undefined): number;
  /** Speaks plain text of at most so many characters. */
  make(text: string, options: MakeSpeechOptions): Promise<Audio>;
}
