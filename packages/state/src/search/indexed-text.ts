import { humpsOf, partsOf } from "./text-parts.ts";

/** Characters of a token: two for scripts of many signs, three for identifiers, whose letters are few. */
const runGram = 2;
const identifierGram = 3;

/**
 * What the index gets for a text. Its tokenizer parts at ASCII characters that are neither letter nor digit, and knows
 * nothing of scripts: the words come first, then overlapping pieces of whatever words can't find.
 *
 * Pieces never equal a word: those of runs hold no letter of a script with words, and those of identifiers are written
 * in characters for private use.
 */
export function indexedText(text: string): string {
  const { spaced, runs, identifiers } = partsOf(text);
  let indexed = spaced;
  for (const run of runs) indexed += pieces(signsOf(run), runGram);
  for (const identifier of identifiers) {
    indexed += pieces(privateForm(identifier), identifierGram);
    const humps = humpsOf(identifier);
    if (humps !== undefined) indexed += ` ${humps}`;
  }
  return indexed;
}

/** The tokens that stand one after another wherever `part` is a part of a run. A short part is the beginning of a token. */
export function runQuery(part: string): GramQuery {
  return gramQuery(signsOf(part), runGram);
}

export function identifierQuery(part: string): GramQuery {
  return gramQuery(privateForm(part), identifierGram);
}

export interface GramQuery {
  readonly tokens: readonly string[];
  readonly prefix: boolean;
}

function gramQuery(signs: Signs, size: number): GramQuery {
  if (signs.length < size) return { tokens: [joined(signs)], prefix: true };
  const tokens: string[] = [];
  for (let start = 0; start + size <= signs.length; start++)
    tokens.push(joined(signs.slice(start, start + size)));
  return { tokens, prefix: false };
}

/** A string where every sign is one UTF-16 unit, else a list. */
type Signs = string | readonly string[];

/** One token for each sign: it and those after it. The last ones are shorter, so that each sign begins a token. */
function pieces(signs: Signs, size: number): string {
  let tokens = "";
  for (let start = 0; start < signs.length; start++) tokens += ` ${joined(signs.slice(start, start + size))}`;
  return tokens;
}

function joined(signs: Signs): string {
  return typeof signs === "string" ? signs : signs.join("");
}

function signsOf(run: string): Signs {
  return surrogates.test(run) ? Array.from(run) : run;
}

/** ASCII moved to the characters for private use, which the tokenizer takes for letters. */
function privateForm(identifier: string): string {
  let form = "";
  const lower = identifier.toLowerCase();
  for (let index = 0; index < lower.length; index++)
    form += String.fromCharCode(0xe0_00 + lower.charCodeAt(index));
  return form;
}

const surrogates = /[\uD800-\uDFFF]/;
