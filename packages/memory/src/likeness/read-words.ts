import { stemmer } from "stemmer";
import {
  alternatives,
  directions,
  emptyWords,
  hiddenNots,
  opposites,
  phrases,
  prepositions,
  relations,
  synonyms,
  weakWords,
} from "./word-groups.ts";

/** What a note says, taken apart. */
export interface Words {
  /** Every word that says something, as its stem or the first of its group; in order. */
  readonly said: readonly string[];
  /** Words that say which part others have, with the two that follow. */
  readonly directions: readonly Direction[];
  /** Names, numbers, paths, versions: what nothing else can stand for. Sorted. */
  readonly exact: readonly string[];
  /** Words before and behind the first verb that relates them; undefined without one. */
  readonly relation: Relation | undefined;
  /** Words with a capital letter inside of a sentence. */
  readonly names: ReadonlySet<string>;
  /** What is said, in order; words that a comma or "and" joins are in one list. */
  readonly lists: readonly (readonly string[])[];
}

export interface Direction {
  /** `than`, `not`, `before`, … */
  readonly name: string;
  readonly behind: readonly string[];
}

export interface Relation {
  readonly kind: "place" | "single" | "shared";
  readonly before: readonly string[];
  readonly behind: readonly string[];
}

/** Reads notes with the word lists of this package. Made once, because the lists take a moment to prepare. */
export interface WordReader {
  read(text: string): Words;
  isWeak(word: string): boolean;
  /** Only one of them holds, whatever it is about. */
  areOpposite(left: string, right: string): boolean;
  /** Only one of them holds of the same thing. */
  areAlternatives(left: string, right: string): boolean;
}

export function createWordReader(): WordReader {
  const groups = new Map<string, string>();
  for (const line of synonyms) {
    const [first = "", ...others] = line.split(" ").map((word) => stemmer(word));
    for (const other of [first, ...others]) if (!groups.has(other)) groups.set(other, first);
  }
  const canonical = (word: string): string => {
    const stem = stemmer(word);
    return groups.get(stem) ?? stem;
  };
  const empty = new Set(emptyWords.split(" "));
  const weak = new Set(weakWords.split(" ").map(canonical));
  const kindsOf = (lines: readonly string[]): ReadonlyMap<string, number> =>
    new Map(lines.flatMap((line, index) => line.split(" ").map((word) => [canonical(word), index] as const)));
  const among =
    (kinds: ReadonlyMap<string, number>) =>
    (left: string, right: string): boolean =>
      left !== right && kinds.has(left) && kinds.get(left) === kinds.get(right);
  const lists: WordLists = { canonical, empty, plain: createPhraseFold() };
  const known = new Map<string, Words>();
  return {
    read(text) {
      let words = known.get(text);
      if (words === undefined) {
        // The notes of a file are read again with every change; what was long ago offered is not.
        if (known.size >= keptTexts) known.clear();
        known.set(text, (words = takeApart(text, lists)));
      }
      return words;
    },
    isWeak: (word) => weak.has(word),
    areOpposite: among(kindsOf(opposites)),
    areAlternatives: among(kindsOf(alternatives)),
  };
}

const keptTexts = 1_000;

interface WordLists {
  /** Without phrases and number words. */
  readonly plain: (text: string) => string;
  readonly canonical: (word: string) => string;
  readonly empty: ReadonlySet<string>;
}

interface Token {
  /** As written, without marks around it. */
  readonly written: string;
  readonly lower: string;
  readonly isExact: boolean;
  readonly startsSentence: boolean;
  /** A comma or "and" joins it to the word before. */
  readonly joined: boolean;
}

function takeApart(text: string, { canonical, empty, plain }: WordLists): Words {
  const said: string[] = [];
  const directed: { readonly name: string; readonly at: number }[] = [];
  const exact: string[] = [];
  const names = new Set<string>();
  const lists: string[][] = [];
  let relation: { readonly kind: Relation["kind"]; readonly at: number } | undefined;
  let preposition: string | undefined;
  const say = (word: string, joined = false): void => {
    said.push(word);
    if (joined && lists.length > 0) lists.at(-1)?.push(word);
    else lists.push([word]);
    preposition = undefined;
  };
  for (const token of tokensOf(plain(text))) {
    const { lower } = token;
    relation ??= relationAt(lower, said.length);
    const hidden = Object.hasOwn(hiddenNots, lower) ? hiddenNots[lower] : undefined;
    const direction =
      hidden === undefined && Object.hasOwn(directions, lower) ? directions[lower] : undefined;
    if (hidden !== undefined) {
      directed.push({ name: "not", at: said.length });
      say(canonical(hidden));
    } else if (direction !== undefined) directed.push({ name: direction, at: said.length });
    else if (!token.isExact && (empty.has(lower) || lower === "=")) {
      if (ofNames.has(lower)) preposition = lower;
    } else {
      const word = token.isExact ? exactForm(token.written) : canonical(lower);
      const isName = !token.isExact && !token.startsSentence && token.written !== lower;
      if (token.isExact) exact.push(word);
      if (isName && preposition === undefined) names.add(word);
      else if (isName && preposition !== undefined) directed.push({ name: preposition, at: said.length });
      say(word, token.joined);
    }
  }
  return {
    said,
    directions: directed.map(({ name, at }) => ({ name, behind: said.slice(at, at + 2) })),
    exact: exact.toSorted(),
    relation: relation && {
      kind: relation.kind,
      before: said.slice(0, relation.at),
      behind: said.slice(relation.at),
    },
    names,
    lists,
  };
}

const ofNames: ReadonlySet<string> = new Set(prepositions.split(" "));

function relationAt(
  lower: string,
  at: number,
): { readonly kind: Relation["kind"]; readonly at: number } | undefined {
  const kind = Object.hasOwn(relations, lower) ? relations[lower] : undefined;
  return kind === undefined ? undefined : { kind, at };
}

/** Paths, addresses and identifiers may differ by case alone. */
function exactForm(written: string): string {
  return /[/\\_$]|[a-z][A-Z]/.test(written) ? written : written.toLowerCase();
}

function tokensOf(text: string): readonly Token[] {
  let startsSentence = true;
  let joined = false;
  const tokens: Token[] = [];
  for (const [piece] of text.matchAll(/[,;()]|[^\s,;()!?"“”„«»[\]{}…]+/gu)) {
    const written = piece.replace(/^['‘’`*_.:-]+|['‘’`*.:-]+$/gu, "").replace(/['’]s$/u, "");
    if ((written === "" && piece !== "=") || /^[,;()]$/u.test(piece)) {
      if (piece === ",") joined = true;
      continue;
    }
    const lower = (written === "" ? piece : written).toLowerCase();
    const isExact = /[\d/\\_@$#~]|\w[.:]\w/u.test(written) || /\p{Ll}\p{Lu}/u.test(written);
    // "user-visible" is "user visible".
    const parts = isExact
      ? [written]
      : (written === "" ? piece : written).split("-").filter((part) => part !== "");
    for (const part of parts)
      tokens.push({ written: part, lower: part.toLowerCase(), isExact, startsSentence, joined });
    joined = lower === "and" || lower === "or" || lower === "&";
    startsSentence = /[.!?:]$/u.test(piece);
    // "Port: 8080" is "port = 8080".
    if (piece.endsWith(":") && !isExact)
      tokens.push({ written: "=", lower: "=", isExact: false, startsSentence: true, joined: false });
  }
  return tokens;
}

/** Spells alike what is written in several ways: contractions, times, sizes, numbers, and what is said in several words. */
function createPhraseFold(): (text: string) => string {
  const words = new Map<string, string>(phrases);
  for (const [index, word] of numberWords.entries()) words.set(word, String(index + 2));
  // The longer of two that begin alike comes first.
  const all = [...words.keys()].toSorted((left, right) => right.length - left.length);
  const spelled = new RegExp(`\\b(?:${all.join("|")})\\b`, "giu");
  return (text) =>
    text
      .normalize("NFKC")
      .replace(/\b(can)not\b/giu, "$1 not")
      .replace(/(\w)n['’]t\b/giu, "$1 not")
      .replace(
        /\b(\d{1,2})(?::(\d\d))?\s?(am|pm)\b/giu,
        (_, hour: string, minute: string | undefined, half: string) =>
          `${(Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0)}:${minute ?? "00"}`,
      )
      .replace(/(\d),(?=\d{3}\b)/gu, "$1")
      .replace(/(\d)\s?(gb|mb|kb|ms|kg|km|min|h)\b/giu, "$1$2")
      .replace(spelled, (phrase) => words.get(phrase.toLowerCase()) ?? phrase);
}

const numberWords = [
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
