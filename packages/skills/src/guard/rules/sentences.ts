/** One sentence, or two that follow each other. */
export interface Sentence {
  readonly isPair?: boolean;
  readonly at: number;
  readonly text: string;
}

/** Longer ones are lists or have no full stops; they are read in pieces that overlap. */
const maxSentenceChars = 500;
const overlapChars = 160;

/** Sentences, each with the one after it: an order is often given in two. */
export function sentencesOf(text: string): readonly Sentence[] {
  const ends = [
    ...text.matchAll(
      /(?<=[\p{L}\p{N}"'”)\]>*_\x60])[.!?](?=["'”)\x60*_]{0,3}(?:\s|$))|[。！？；]|\n\s*(?=\n|[-*>#]|\d+[.)])/gu,
    ),
  ];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length), text.length];
  const single: Sentence[] = [];
  for (let index = 0; index + 1 < starts.length; index++) {
    const from = starts[index] ?? 0;
    const to = starts[index + 1] ?? from;
    for (let at = from; to - at >= 8; at += maxSentenceChars - overlapChars) {
      single.push({ at, text: text.slice(at, Math.min(to, at + maxSentenceChars)).replace(/\s+/g, " ") });
      if (to - at <= maxSentenceChars) break;
    }
  }
  const worded = single.filter(({ text: words }) => !isCodeOnly(words));
  const pairs = worded.slice(1).map(({ text: second }, index) => {
    const { at, text: first } = worded[index] ?? { at: 0, text: "" };
    return { at, text: `${first} ${second}`, isPair: true };
  });
  return [...single, ...pairs];
}

/** Sentences in comments and in texts that a program holds. */
export function commentsOf(text: string): readonly Sentence[] {
  const found = text.matchAll(
    /(?:^|\s)(?:#|\/\/|--|\*|;)\s*(\p{L}[^\n]{20,400})|^(\p{Lu}\p{Ll}* \p{L}[^\n]{20,400}|[\p{Lo}][^\n]{10,400})|(["'\x60])((?:[^"'\x60\n\\]|\\.){30,400})\3/gmu,
  );
  return [...found]
    .map(({ index, 1: comment, 2: line, 4: quoted }) => ({
      at: index,
      text: comment ?? line ?? quoted ?? "",
    }))
    .filter(
      ({ text: words }) => words.split(" ").length >= 5 && (words.match(/[{}();=<>$\\]/g)?.length ?? 0) < 4,
    );
}

/** What the code of a sentence does is judged as code. */
export function isCodeOnly(text: string): boolean {
  return text.includes("`") && (text.replace(/`[^`]*`/g, " ").match(/\p{L}{2,}/gu)?.length ?? 0) < 3;
}

/** A question tells nobody to do anything. */
export function isQuestion(text: string): boolean {
  return /\?["')\x60*_]*\s*$/.test(text);
}

/** A table or an object. */
export function isData(text: string): boolean {
  return (
    (text.match(/["{}[\]|]/g)?.length ?? 0) > Math.max(6, text.length / 9) || /^\s*\|.*\|.*\|/.test(text)
  );
}
