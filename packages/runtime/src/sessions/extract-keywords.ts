/// <reference path="./stopword.d.ts" />
/** Characters that are looked at: beginning and end of a long session say what it was about. */
const maxChars = 60_000;
const maxWords = 12;
const languagesAtOnce = 2;

interface Weighed {
  readonly word: string;
  readonly weight: number;
}

/**
 * The words of a session that say the most about it, the best first: those that come often and are no filling in
 * its languages, whatever their script; names of files and identifiers as a whole. The same texts give the same words.
 */
export async function extractKeywords(texts: readonly string[]): Promise<readonly string[]> {
  const text = ends(texts.join("\n").normalize("NFC"));
  const names = namesIn(text);
  const spoken = wordsIn(text);
  const fillers = await fillersOf(spoken);
  const counts = new Map<string, number>();
  for (const word of spoken) if (!fillers.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weighed = [...counts].map(([word, count]): Weighed => ({ word, weight: weightOf(word, count) }));
  for (const [name, count] of names) weighed.push({ word: name, weight: 2 * Math.sqrt(count) + 1 });
  return weighed
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords)
    .map(({ word }) => word);
}

function ends(text: string): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars / 2)}\n${text.slice(-maxChars / 2)}`;
}

/** Paths, file names and names such as `parseRequest` or `max_turns`. */
const nameForm =
  /(?<![\p{L}\p{N}])(?:[\w~.-]*\/)?[\w-]+(?:\/[\w.-]+)*\.[a-z]\w{0,4}\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b/gu;

function namesIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(nameForm))
    if (name.length <= 80) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Words in lower case, also of scripts without spaces between them. */
function wordsIn(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.replace(nameForm, " "))) {
    if (isWordLike !== true || /\p{N}/u.test(segment)) continue;
    const word = segment.toLocaleLowerCase("und");
    if (isLongEnough(word)) words.push(word);
  }
  return words;
}

/** A single Chinese character says much, two Latin letters say little. */
function isLongEnough(word: string): boolean {
  const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(word);
  return [...word].length >= (isDense ? 2 : 3);
}

function weightOf(word: string, count: number): number {
  return Math.sqrt(count) * Math.log2(1 + Math.min([...word].length, 12));
}

/** Filling words of the languages that are spoken, found out by how many of their filling words there are. */
async function fillersOf(words: readonly string[]): Promise<ReadonlySet<string>> {
  // Lists of many languages, which most starts of the program don't need.
  const lists = Object.values<unknown>(await import("stopword")).filter(isList);
  const ranked = lists
    .map((list) => new Set(list))
    .map((list) => ({ list, hits: words.reduce((sum, word) => sum + (list.has(word) ? 1 : 0), 0) }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, languagesAtOnce);
  return new Set(ranked.flatMap(({ list }) => [...list]));
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
