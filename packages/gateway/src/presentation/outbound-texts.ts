import type { Platform } from "../platforms/platform.ts";
import { chunk } from "./chunk.ts";

/** A message in a platform's dialect, and without any marks. */
export interface OutboundText {
  readonly text: string;
  readonly plain: string;
}

type Target = Pick<Platform, "limits" | "length" | "render">;

/**
 * Markdown as the messages of a platform: each fits its limit, in its dialect and without.
 *
 * @param max Longest message. @default `limits.text` of the platform
 */
export function outboundTexts(platform: Target, markdown: string, max?: number): readonly OutboundText[] {
  return fittingChunks(platform, markdown, max).map((piece) => platform.render(piece));
}

/** The same, as Markdown that is yet to be rendered. */
export function fittingChunks(
  platform: Target,
  markdown: string,
  max: number = platform.limits.text,
): readonly string[] {
  // What a message takes as plain text counts, too: it is what is sent where the dialect is refused.
  const length = (piece: string): number => {
    const { text, plain } = platform.render(piece);
    return Math.max(platform.length(text), plain.length);
  };
  return chunk(markdown, { max, length })
    .map(({ text }) => text)
    .filter((text) => platform.render(text).plain !== "");
}
