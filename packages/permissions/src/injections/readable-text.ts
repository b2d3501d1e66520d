/** A text as a reader takes it in, with the way back to the original. */
export interface ReadableText {
  /** Lower case, common letters, plain blanks. */
  readonly text: string;
  /** The offset in the original of a character of `text`. */
  originOf(offset: number): number;
}

// Letters of other alphabets that look like Latin ones.
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [..."аaеeоoрpсcхxуyіiјjѕsԁdһhӏlкkмmтtвbнhαaεeοoρpτtιiκkνvυuχxɡgıiⅼl"].reduce<string[][]>(
    (pairs, letter, index, all) => {
      if (index % 2 === 0) pairs.push([letter, all[index + 1] ?? letter]);
      return pairs;
    },
    [],
  ),
);

const unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/;

/** The text as it reads: without what can't be seen, wide and styled letters made plain. */
export function readAsSeen(original: string): ReadableText {
  // eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(original)) return { text: original.toLowerCase(), originOf: (offset) => offset };
  const lower = original.toLowerCase();
  // Dashes, quotation marks and letters of other alphabets read as they stand.
  if (lower.length === original.length && !disguised.test(original))
    return { text: lower, originOf: (offset) => offset };
  const mixed = mixedWords(original);
  return rewrite(original, (character, at) => {
    if (character.charCodeAt(0) < 128) return character.toLowerCase();
    if (unseen.test(character) || isTag(character)) return "";
    const plain = character.normalize("NFKC").toLowerCase();
    return mixed.has(at) ? (lookalikes[plain] ?? plain) : plain;
  });
}

// What NFKC changes or nobody sees: wide and styled letters, letters in circles, ligatures, marks without width; and
// Latin letters beside Greek, Cyrillic or Armenian ones.
const disguised =
  /[\u00ad\u00aa\u00ba\u02b0-\u02ff\u034f\u061c\u0261\u0131\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1d00-\u1dbf\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2070-\u209c\u2100-\u218b\u2460-\u24ff\u3164\ufb00-\ufb06\ufe00-\ufe0f\ufeff\uff01-\uffef\ud835\ud83c\udb40]|[a-zA-Z][\u0370-\u058f]|[\u0370-\u058f][a-zA-Z]/;

/** Offsets of the letters of words that mix alphabets: nobody writes so but to deceive. */
function mixedWords(text: string): ReadonlySet<number> {
  const offsets = new Set<number>();
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{M}]{2,80}/gu)) {
    if (!/[a-z]/i.test(word) || !/[\u0370-\u058f\u0261\u0131\u2170-\u217f]/.test(word)) continue;
    for (let at = 0; at < word.length; at++) offsets.add(index + at);
  }
  return offsets;
}

function isTag(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xe0000 && code <= 0xe01ef;
}

const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** The text with figures in the middle of words read as the letters they stand for; undefined when few words have any. */
export function readFigures({ text, originOf }: ReadableText): ReadableText | undefined {
  const written = /(?<![\w@$!])(?=[\w@$!]{0,20}[a-z])[a-z]{0,12}[013457@$][a-z013457@$]{1,20}(?![\w@$])/g;
  if ((text.match(written)?.length ?? 0) < 3) return undefined;
  return {
    text: text.replaceAll(
      /[013457@$](?=[a-z013457@$])|(?<=[a-z])[013457@$]/g,
      (figure) => leet[figure] ?? figure,
    ),
    originOf,
  };
}

/** The text with spaced out letters as words; undefined when there are none. */
export function readSpaced(readable: ReadableText): ReadableText | undefined {
  const spaced = /(?<![a-z])[a-z](?:[ ._*-][a-z](?![a-z])){2,}/g;
  // A row of initials is no word; a longer one, or several, may be.
  const runs = readable.text.match(spaced) ?? [];
  if (!runs.some((run) => run.length >= 9)) return undefined;
  const dropped = new Set<number>();
  for (const { index, 0: run } of readable.text.matchAll(spaced)) {
    for (let at = 1; at < run.length; at += 2) dropped.add(index + at);
  }
  return rewriteAt(readable, (character, at) => (dropped.has(at) ? "" : character));
}

const orderAsName =
  /(?:ignore|disregard|forget|override|bypass|delete|send|upload|execute|run|print|reveal)[_+-][a-z]{1,20}[_+-][a-z]/;

/** The lines with names such as `ignore_all_rules.txt`, read as words; undefined when there are none. */
export function readNames({ text, originOf }: ReadableText): ReadableText | undefined {
  if (!orderAsName.test(text)) return undefined;
  const lines = text.split("\n").map((line) =>
    // Every line keeps its length, so that the offsets stay.
    orderAsName.test(line) ? line.replaceAll(/(?<=[a-z])[_+-](?=[a-z])/g, " ") : " ".repeat(line.length),
  );
  return { text: lines.join("\n"), originOf };
}

function rewrite(original: string, change: (character: string, at: number) => string): ReadableText {
  return rewriteAt({ text: original, originOf: (offset) => offset }, change);
}

function rewriteAt(
  { text, originOf }: ReadableText,
  change: (character: string, at: number) => string,
): ReadableText {
  const parts: string[] = [];
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const written = change(character, at);
    parts.push(written);
    for (let index = 0; index < written.length; index++) origins.push(originOf(at));
    at += character.length;
  }
  const end = originOf(text.length);
  return { text: parts.join(""), originOf: (offset) => origins[offset] ?? end };
}
