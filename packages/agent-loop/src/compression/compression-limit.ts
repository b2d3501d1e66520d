import type { Model } from "@hermes/models";

/** At most this much of the window is kept free for an answer. */
const mostReserved = 0.25;
const longestAnswer = 32_768;

type Sized = Pick<Model, "contextWindow" | "maxOutputTokens">;

/** Tokens of the window that are kept free for an answer. */
export function answerReserve({ contextWindow, maxOutputTokens = longestAnswer }: Sized): number {
  return Math.min(maxOutputTokens, longestAnswer, contextWindow * mostReserved);
}

/** Tokens from which on a request is too large. */
export function compressionLimit(model: Sized, threshold: number): number {
  return threshold * (model.contextWindow - answerReserve(model));
}
