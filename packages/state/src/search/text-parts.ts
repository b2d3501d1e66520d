import { foldKeepingCase, isAscii } from "./fold.ts";

/** What can be found in a text. */
export interface TextParts {
  /** The text in which words stand apart by ASCII characters that are neither letter nor digit. */
  readonly spaced: string;
  /** Runs of scripts without spaces between words, and of emoji; found by any part. Folded, each once. */
  readonly runs: readonly string[];
  /** Identifiers, paths, addresses and versions as written; found by any part. Each once, whatever its case. */
  readonly identifiers: readonly string[];
}

/** Longer identifiers (an encoded file, say) are found by this much of their beginning. */
const maxIdentifier = 1_000;

export function partsOf(text: string): TextParts {
  const plain = foldKeepingCase(text);
  const identifiers = mayHoldIdentifier.test(plain) ? identifiersOf(plain) : [];
  if (isAscii(plain)) return { spaced: plain, runs: [], identifiers };
  const lower = plain.toLowerCase().replaceAll("ς", "σ");
  return {
    spaced: lower.replace(betweenWords, " "),
    runs: [...new Set(lower.match(unspacedRuns))],
    identifiers,
  };
}

/** `parseHttpRequest` → `parse Http Request`; undefined for what has no humps. */
export function humpsOf(identifier: string): string | undefined {
  return hump.test(identifier) ? identifier.replace(humps, "$1 $2") : undefined;
}

/** An identifier among words: it has a mark inside that prose has not. */
export function isIdentifier(run: string): boolean {
  return identifierMark.test(run);
}

/** @returns The run without the punctuation of the sentence around it. */
export function trimIdentifier(run: string): string {
  return run.replace(aroundIdentifier, "").slice(0, maxIdentifier);
}

function identifiersOf(plain: string): readonly string[] {
  const found = new Map<string, string>();
  for (const run of plain.match(identifierRuns) ?? []) {
    if (!identifierMark.test(run)) continue;
    const identifier = trimIdentifier(run);
    const key = identifier.toLowerCase();
    // The same name in camel case tells more.
    if (isIdentifier(identifier) && (!found.has(key) || hump.test(identifier))) found.set(key, identifier);
  }
  return [...found.values()];
}

const wordScripts = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}0-9`;
const betweenWords = new RegExp(`[^${wordScripts}]+`, "gu");
/** Every letter, mark and number that is of no script with words, and emoji with their joiners, skins and flags. */
const unspaced = String.raw`(?![${wordScripts}])[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}\u200D\u{1F3FB}-\u{1F3FF}]`;
const unspacedRuns = new RegExp(`(?:${unspaced})+`, "gu");

const identifierRuns = /[A-Za-z0-9_$@~./\\:-]{2,}/g;
const aroundIdentifier = /^[:-]+|[.:-]+$/g;
const identifierMark =
  /[a-z][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z]|[A-Za-z0-9][.:][A-Za-z0-9]|[_$@~./\\][A-Za-z0-9]|[A-Za-z0-9][_$@~/\\]/;
/** The same in a whole text: what is at the end of a sentence does not count. */
const mayHoldIdentifier = identifierMark;
const hump = /[a-z0-9][A-Z]/;
const humps = /([a-z0-9])([A-Z])/g;
