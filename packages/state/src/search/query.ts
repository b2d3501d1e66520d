import { fold, foldKeepingCase } from "./fold.ts";
import { isIdentifier, partsOf, trimIdentifier } from "./text-parts.ts";

/** What is asked for. Every text in it is folded. */
export type Query = WordsQuery | RunQuery | IdentifierQuery | CombinedQuery | ExceptQuery;

/** Words that stand one after another; the last may be the beginning of one. */
export interface WordsQuery {
  readonly type: "words";
  readonly words: readonly string[];
  readonly prefix: boolean;
}

/** A part of a run of a script without spaces between words. */
export interface RunQuery {
  readonly type: "run";
  readonly text: string;
}

/** A part of an identifier, a path or the like. */
export interface IdentifierQuery {
  readonly type: "identifier";
  readonly text: string;
  /** Without a mark inside it may as well be a plain word in another case. */
  readonly orWord: boolean;
}

export interface CombinedQuery {
  readonly type: "and" | "or";
  readonly parts: readonly Query[];
}

export interface ExceptQuery {
  readonly type: "except";
  readonly wanted: Query;
  readonly unwanted: Query;
}

/** Whoever pastes a page asks for its beginning. */
const maxChars = 2_000;
const maxTerms = 64;
const maxDepth = 16;

/**
 * Understands a query: words (all must be there), "phrases", `AND`, `OR`, `NOT`, parentheses, `beginn*`. What makes no
 * sense as such (an open quote, an operator without a side) is taken as words.
 *
 * @returns Undefined when there is nothing to look for.
 */
export function parseQuery(text: string): Query | undefined {
  const tokens = tokensOf(text.slice(0, maxChars)).slice(0, maxTerms);
  const parser = new Parser(tokens);
  return parser.parse() ?? all(plainTermsOf(tokens));
}

interface Token {
  readonly type: "term" | "phrase" | "AND" | "OR" | "NOT" | "(" | ")" | "open-quote";
  readonly text: string;
}

const tokenPattern = /["“”]([^"“”]*)["“”]|(["“”])|([()])|([^\s"“”()]+)/gu;

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(tokenPattern)].map(([, phrase, quote, paren, term = ""]): Token => {
    if (phrase !== undefined) return { type: "phrase", text: phrase };
    if (quote !== undefined) return { type: "open-quote", text: "" };
    if (paren === "(" || paren === ")") return { type: paren, text: "" };
    return { type: term === "AND" || term === "OR" || term === "NOT" ? term : "term", text: term };
  });
}

/** `or` = `and` { OR `and` } · `and` = item { [AND] item } · item = [NOT] (term | phrase | "(" `or` ")") */
class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #failed = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Query | undefined {
    const query = this.#or(0);
    return this.#failed || this.#next < this.#tokens.length ? undefined : query;
  }

  #or(depth: number): Query | undefined {
    const parts = [this.#and(depth)];
    while (this.#accept("OR")) parts.push(this.#and(depth));
    return combine("or", parts);
  }

  #and(depth: number): Query | undefined {
    const wanted: (Query | undefined)[] = [];
    const unwanted: (Query | undefined)[] = [];
    do {
      const list = this.#accept("NOT") ? unwanted : wanted;
      list.push(this.#item(depth));
    } while (!this.#failed && (this.#accept("AND") || this.#startsItem()));
    const all = combine("and", wanted);
    const none = combine("or", unwanted);
    if (none === undefined) return all;
    // "Everything but" is no search.
    if (all === undefined) this.#failed = true;
    return all && { type: "except", wanted: all, unwanted: none };
  }

  #item(depth: number): Query | undefined {
    const token = this.#tokens[this.#next++];
    if (token?.type === "term") return termQuery(token.text);
    if (token?.type === "phrase") return phraseQuery(token.text);
    if (token?.type === "(" && depth < maxDepth) {
      const inner = this.#or(depth + 1);
      if (!this.#accept(")")) this.#failed = true;
      return inner;
    }
    this.#failed = true;
    return undefined;
  }

  #startsItem(): boolean {
    const type = this.#tokens[this.#next]?.type;
    return type === "term" || type === "phrase" || type === "NOT" || type === "(";
  }

  #accept(type: Token["type"]): boolean {
    if (this.#tokens[this.#next]?.type !== type) return false;
    this.#next++;
    return true;
  }
}

/** Operators are only looked for when nothing else is. */
function plainTermsOf(tokens: readonly Token[]): readonly (Query | undefined)[] {
  const terms = tokens.filter(({ type }) => type === "term" || type === "phrase");
  return (terms.length > 0 ? terms : tokens).map(({ type, text }) =>
    type === "phrase" ? phraseQuery(text) : termQuery(text),
  );
}

function termQuery(text: string): Query | undefined {
  return identifierIn(text) ?? wordsAndRuns(text, /[\p{L}\p{M}\p{N}]\*+$/u.test(text));
}

function phraseQuery(text: string): Query | undefined {
  return /\s/.test(text.trim()) ? wordsAndRuns(text, false) : termQuery(text);
}

function identifierIn(text: string): IdentifierQuery | undefined {
  const plain = foldKeepingCase(text).replace(aroundTerm, "");
  if (!identifierOnly.test(plain)) return undefined;
  const identifier = trimIdentifier(plain);
  if (!isIdentifier(identifier)) return undefined;
  return { type: "identifier", text: identifier.toLowerCase(), orWord: /^[A-Za-z0-9]+$/.test(identifier) };
}

function wordsAndRuns(text: string, prefix: boolean): Query | undefined {
  const { spaced, runs } = partsOf(text);
  const words = wordsOf(spaced);
  return all([
    words.length === 0 ? undefined : { type: "words", words, prefix },
    ...runs.map((run): Query => ({ type: "run", text: run })),
  ]);
}

/** The words of a text as `partsOf` spaces them, folded. */
export function wordsOf(spaced: string): readonly string[] {
  return fold(spaced).match(word) ?? [];
}

function all(parts: readonly (Query | undefined)[]): Query | undefined {
  return combine("and", parts);
}

function combine(type: "and" | "or", parts: readonly (Query | undefined)[]): Query | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length > 1 ? { type, parts: present } : present[0];
}

const aroundTerm = /^[,;!?'`<>[\]{}|=(]+|[,;!?'`<>[\]{}|=)*]+$/g;
const identifierOnly = /^[A-Za-z0-9_$@~./\\:-]+$/;
// As the index's tokenizer sees it: ASCII letters and digits, and whatever is beyond ASCII.
const word = /[a-z0-9\u0080-\u{10FFFF}]+/gu;
