import type { Message } from "@hermes/models";

export interface CompressionInput {
  readonly messages: readonly Message[];
  /** Input tokens of the last request as the provider counted them, or an estimate. */
  readonly inputTokens: number;
  readonly contextWindow: number;
  /** `overflow`: the provider refused the request for its size. */
  readonly reason: "threshold" | "overflow";
  /**
   * What the summary has to keep besides; undefined: nothing. Asking may take seconds, because what would be lost is saved
   * on the way: ask once it is sure that the history is shortened. Never rejects.
   */
  readonly keep: () => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

/**
 * Shortens a history. Asked before every request; answers `undefined` to leave it as it is.
 * May be slow. When it throws, the turn goes on uncompressed with a warning (`threshold`) or ends (`overflow`).
 */
export interface Compressor {
  compress(input: CompressionInput): Promise<readonly Message[] | undefined>;
}

/** What came of the time before a compression. */
export interface CompressionPreparation {
  /** What the summary has to keep. */
  readonly keep?: string | undefined;
  /** What was saved elsewhere, for people. */
  readonly saved?: readonly string[] | undefined;
}
