/** A text as a reader takes it in, with the way back to where it stands in the original. */
export interface ReadableText {
  readonly text: string;
  /** The offset in the original of a character of `text`. */
  originOf(offset: number): number;
}

/** Characters without a width, and marks that only steer how others are shown. */
const unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/;

/** What may read otherwise than it is written: character references, escapes, and whatever is not ASCII. */
const written =
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
  /&#(?:x[0-9a-f]{2,6}|\d{2,7});|%[2-7][0-9a-f]|\\(?:x|u00)[2-7][0-9a-f]|\\[01][0-7]{2}|[^\u0000-\u007f]/giu;

/** Letters of other alphabets that look like Latin ones (homoglyphs), in pairs. */
const homoglyphs: ReadonlyMap<string, string> = new Map(
  "аa еe оo рp сc хx уy іi јj ѕs ԁd һh ӏl кk мm тt вb нh αa εe οo ρp τt ιi κk νv υu χx ɡg ıi"
    .split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

/** The text without what can't be seen, with styled letters, escapes and homoglyphs inside of words made plain. */
export function readAsSeen(original: string): ReadableText {
  const parts: string[] = [];
  // Where a stretch of the readable text begins, and where it comes from.
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  const take = (part: string, origin: number): void => {
    parts.push(part);
    starts.push(length);
    origins.push(origin);
    length += part.length;
  };
  let from = 0;
  for (const { index, 0: found } of original.matchAll(written)) {
    const plain = plainOf(found, original, index);
    if (plain === found) continue;
    take(original.slice(from, index), from);
    take(plain, index);
    from = index + found.length;
  }
  if (from === 0) return { text: original, originOf: (offset) => offset };
  take(original.slice(from), from);
  return {
    text: parts.join(""),
    originOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return Math.min(original.length, (origins[low] ?? 0) + offset - (starts[low] ?? 0));
    },
  };
}

function plainOf(found: string, text: string, at: number): string {
  const digits = /^(?:&#x|%|\\x|\\u00)([0-9a-f]+)/i.exec(found)?.[1];
  const decimal = /^&#(\d+)/.exec(found)?.[1];
  const octal = /^\\([01][0-7]{2})/.exec(found)?.[1];
  if (digits !== undefined) return letter(Number.parseInt(digits, 16), found);
  if (decimal !== undefined) return letter(Number(decimal), found);
  if (octal !== undefined) return letter(Number.parseInt(octal, 8), found);
  const code = found.codePointAt(0) ?? 0;
  // Tag characters spell out ASCII unseen.
  if (code >= 0xe0020 && code <= 0xe007e) return String.fromCodePoint(code - 0xe0000);
  if (unseen.test(found) || (code >= 0xe0000 && code <= 0xe01ef)) return "";
  const plain = found.normalize("NFKC");
  const twin = homoglyphs.get(plain.toLowerCase());
  // A letter of another alphabet reads as a Latin one where a Latin one stands beside it.
  const isBesideLatin = /[a-z]/i.test(`${text[at - 1] ?? ""}${text[at + found.length] ?? ""}`);
  return twin !== undefined && isBesideLatin ? twin : plain;
}

function letter(code: number, otherwise: string): string {
  return code >= 0x20 && code <= 0x10ffff && code !== 0x7f ? String.fromCodePoint(code) : otherwise;
}

/** A passage that says something once it is decoded. */
export interface DecodedPassage {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with more encoded passages is read up to there. */
const maxPassages = 100;

/** Passages that hold readable text in base64 or hexadecimal. */
export function decodePassages(text: string): readonly DecodedPassage[] {
  const found: DecodedPassage[] = [];
  for (const { index, 0: passage } of text.matchAll(/[A-Za-z0-9+/_-]{24,8192}/g)) {
    if (found.length >= maxPassages) break;
    const isHex = /^(?:[0-9a-f]{2})+$/i.test(passage);
    const decoded = Buffer.from(passage, isHex ? "hex" : "base64").toString("utf8");
    if (isReadable(decoded)) found.push({ start: index, end: index + passage.length, text: decoded });
  }
  return found;
}

function isReadable(text: string): boolean {
  if (text.length < 12 || text.includes("\uFFFD")) return false;
  const plain = text.match(/[\p{L}\p{N}\p{P}\p{S}\s]/gu)?.length ?? 0;
  return plain >= text.length * 0.95 && /\p{L}{2}\s/u.test(text);
}
