import type { Environment } from "@hermes/registry";

export interface MakeTranscriptOptions {
  /** Keys, and where programs are. */
  readonly env: Environment;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A program and its arguments; `{input}` stands for the file. */
  readonly command: readonly string[];
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One provider of transcripts: adding one is a file, and a line in `createTranscriber`. */
export interface TranscriptionMaker {
  isThere(options: Pick<MakeTranscriptOptions, "env" | "command">): boolean;
  /** The words of a file that is neither too large nor of a strange kind; empty: none were heard. */
  make(path: string, options: MakeTranscriptOptions): Promise<string>;
}
