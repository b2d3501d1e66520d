import type { Message } from "@hermes/models";

export interface CompressionInput {
  readonly messages: readonly Message[];
  /** Input tokens of the last request as the provider counted them, or an estimate. */
  readonly inputTokens: number;
  readonly contextWindow: number;
  /** `overflow`: the provider refused the request for its size. */
  readonly reason: "threshold" | "overflow";
  readonly signal: AbortSignal;
}

/**
 * Shortens a history. Asked before every request; answers `undefined` to leave it as it is.
 * May be slow. When it throws, the turn goes on uncompressed with a warning (`threshold`) or ends (`overflow`).
 */
export interface Compressor {
  compress(input: CompressionInput): Promise<readonly Message[] | undefined>;
}
