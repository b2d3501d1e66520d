import type { Sentence } from "./read-sentences.ts";
import { knownWords, namedWord, wordClasses } from "./word-classes.ts";

/**
 * How an order is built, as words of a small language: `IGNORE 3 OWN 2 RULES`. Capitals are classes of words, small
 * letters are words themselves, `a|b` is a choice, a number is how many words may stand between (none without one),
 * `^` is the start of the sentence, `+AGENT` must and `-MAY` must not stand anywhere in the sentence.
 */
export interface OrderPattern {
  /** What its rarest part needs: a sentence with none of these bits can't match. */
  readonly key: { readonly bits: number; readonly named: ReadonlySet<string> };
  /** @returns the first and the last word of a match, or undefined. */
  find(sentence: Sentence): { readonly first: number; readonly last: number } | undefined;
}

interface Choice {
  readonly bits: number;
  readonly named: ReadonlySet<string>;
}

interface Step extends Choice {
  /** How many words may stand before. */
  readonly gap: number;
}

/** Reads a pattern. The words that it names become known words, so do this before reading sentences. */
export function createOrderPattern(source: string): OrderPattern {
  const steps: Step[] = [];
  const wanted: Choice[] = [];
  const unwanted: Choice[] = [];
  let gap = 0;
  let atStart = false;
  for (const part of source.split(" ")) {
    if (part === "^") atStart = true;
    else if (part.charCodeAt(0) >= 48 && part.charCodeAt(0) <= 57 && !Number.isNaN(Number(part)))
      gap = Number(part);
    else if (part.length > 1 && (part.startsWith("+") || part.startsWith("-")))
      (part.startsWith("+") ? wanted : unwanted).push(readChoice(part.slice(1)));
    else {
      steps.push({ ...readChoice(part), gap });
      gap = 0;
    }
  }
  const first = steps[0];
  if (first === undefined) throw new TypeError(`The pattern "${source}" has no words.`);
  // A sentence that lacks what a step needs can't match.
  const needs = [...steps, ...wanted];
  const key = needs.length === 1 ? first : rarestOf(needs);
  return {
    key,
    find(sentence) {
      const { all, names } = sentence;
      for (const { bits, named } of needs) {
        if ((all & bits) === 0 && !names.some((name) => named.has(name))) return undefined;
      }
      if (wanted.length > 0 && !wanted.every((choice) => hasAny(sentence, choice))) return undefined;
      let failed: Set<number> | undefined;
      const end = atStart ? Math.min(4, sentence.words.length) : sentence.words.length;
      for (let at = 0; at < end; at++) {
        if (atStart && at > 0 && isWord(sentence.words[at - 1] ?? "")) break;
        if (!fits(sentence, at, first)) continue;
        failed ??= new Set();
        const last = follow({ sentence, steps, failed }, at, 1);
        if (last === undefined) continue;
        return unwanted.some((choice) => hasAny(sentence, choice)) ? undefined : { first: at, last };
      }
      return undefined;
    },
  };
}

// Classes that most sentences have, and small words that patterns name; the rest is rare.
const common =
  wordClasses.ENGLISH |
  wordClasses.OWN |
  wordClasses.WHEN |
  wordClasses.MUST |
  wordClasses.ACT |
  wordClasses.ALWAYS;
const frequent =
  wordClasses.PRIVATE |
  wordClasses.PUT |
  wordClasses.SEND |
  wordClasses.YOU |
  wordClasses.NOT |
  wordClasses.GUARD;
const smallWords: ReadonlySet<string> = new Set(
  "to in into at on for of from by with as is are be the a an and or not no it this that all any every each you your if when once only so , : ; ( | / @ = ! ?".split(
    " ",
  ),
);

function rarestOf(choices: readonly Choice[]): Choice {
  let rarest = choices[0] ?? { bits: 0, named: new Set() };
  let lowest = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const frequency = frequencyOf(choice);
    if (frequency >= lowest) continue;
    rarest = choice;
    lowest = frequency;
  }
  return rarest;
}

/** Roughly how often a sentence has one of the words. */
function frequencyOf({ bits, named }: Choice): number {
  let sum = 0;
  for (const word of named) sum += smallWords.has(word) ? 40 : 1;
  for (let bit = 1; bit > 0 && bit <= bits; bit *= 2) {
    if ((bits & bit) !== 0) sum += (common & bit) !== 0 ? 60 : (frequent & bit) !== 0 ? 30 : 10;
  }
  return sum;
}

/** Marks may stand before the first word of a sentence. */
function isWord(word: string): boolean {
  return word.length > 1 || /[\p{L}\p{N}]/u.test(word);
}

function readChoice(text: string): Choice {
  let bits = 0;
  const named = new Set<string>();
  const lexicon = knownWords();
  for (const part of text.split("|")) {
    const initial = part.charCodeAt(0);
    if (initial >= 65 && initial <= 90) {
      // Checked on the next line.
      const bit = wordClasses[part as keyof typeof wordClasses] as number | undefined;
      if (bit === undefined) throw new TypeError(`There is no class of words named "${part}".`);
      bits |= bit;
    } else {
      named.add(part);
      lexicon.set(part, (lexicon.get(part) ?? 0) | namedWord);
    }
  }
  return { bits, named };
}

function fits(sentence: Sentence, at: number, { bits, named }: Choice): boolean {
  const classes = sentence.classes[at] ?? 0;
  if ((classes & bits) !== 0) return true;
  return (classes & namedWord) !== 0 && named.size > 0 && named.has(sentence.words[at] ?? "");
}

function hasAny(sentence: Sentence, choice: Choice): boolean {
  for (let at = 0; at < sentence.words.length; at++) if (fits(sentence, at, choice)) return true;
  return false;
}

interface Search {
  readonly sentence: Sentence;
  readonly steps: readonly Step[];
  /** Places from which a step is known to lead nowhere: keeps the time in proportion. */
  readonly failed: Set<number>;
}

function follow(search: Search, from: number, index: number): number | undefined {
  const { sentence, steps, failed } = search;
  const step = steps[index];
  if (step === undefined) return from;
  const place = from * steps.length + index;
  if (failed.has(place)) return undefined;
  const until = Math.min(from + 1 + step.gap, sentence.words.length - 1);
  for (let at = from + 1; at <= until; at++) {
    if (!fits(sentence, at, step)) continue;
    const last = follow(search, at, index + 1);
    if (last !== undefined) return last;
  }
  failed.add(place);
  return undefined;
}
