import type { Platform } from "../platforms/platform.ts";
import { cutPieces, numberPieces, type Piece } from "./chunk.ts";

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
  return textsOf(platform, cutPieces(markdown, { max, length: sentLength(platform) }));
}

const textsKept = 32;

/**
 * Cuts texts that grow, as answers do while they are written: messages that more was cut off from stay as they are, and only the
 * rest is cut again.
 */
export function growingChunks(): (platform: Target, markdown: string) => readonly string[] {
  const known: { readonly platform: Target; readonly source: string; readonly pieces: readonly Piece[] }[] =
    [];
  return (platform, markdown) => {
    const whole = markdown.replace(/\r\n?/g, "\n");
    const at = known.findIndex((each) => each.platform === platform && whole.startsWith(each.source));
    const [before] = at === -1 ? [] : known.splice(at, 1);
    const settled = before?.pieces ?? [];
    const rest = cutPieces(
      whole.slice(before?.source.length ?? 0),
      { max: platform.limits.text, length: sentLength(platform) },
      settled.length > 0,
    );
    const pieces = [...settled, ...rest];
    const kept = pieces.slice(0, pieces.slice(0, -1).findLastIndex(({ isSettled }) => isSettled) + 1);
    if (kept.length > 0) {
      known.unshift({ platform, source: kept.map(({ source }) => source).join(""), pieces: kept });
      known.splice(textsKept);
    }
    return textsOf(platform, pieces);
  };
}

/** What a message takes as plain text counts, too: it is what is sent where the dialect is refused. */
function sentLength(platform: Target): (piece: string) => number {
  return (piece) => {
    const { text, plain } = platform.render(piece);
    return Math.max(platform.length(text), plain.length);
  };
}

function textsOf(platform: Target, pieces: readonly Piece[]): readonly string[] {
  const texts = numberPieces(pieces).map(({ text }) => text);
  // A number is always seen.
  return texts.length === 1 ? texts.filter((text) => platform.render(text).plain !== "") : texts;
}
