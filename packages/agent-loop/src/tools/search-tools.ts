import type { WaitingTool } from "@hermes/registry";

/** A name says more than the same word in a long description. */
const nameWeight = 3;
/** Of a word that only begins like the one that is looked for: `skill` and `skills`. */
const prefixWeight = 0.5;
const shortestPrefix = 3;
// The usual values of BM25.
const saturation = 1.2;
const lengthShare = 0.75;

/**
 * The tools that a query is about, best first: BM25 over names, toolsets and descriptions. Equally good ones stay in their
 * order. Empty where no word of the query occurs.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export function searchTools(tools: readonly WaitingTool[], query: string): readonly WaitingTool[] {
  const wanted = [...new Set(wordsOf(query))];
  const documents = tools.map((tool) => ({ tool, words: wordsOfTool(tool) }));
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, documents.length);
  const scores = documents.map(() => 0);
  for (const word of wanted) {
    const counts = documents.map(({ words }) => words.reduce((sum, each) => sum + likeness(each, word), 0));
    const found = counts.filter((count) => count > 0).length;
    const rarity = Math.log(1 + (documents.length - found + 0.5) / (found + 0.5));
    for (const [index, count] of counts.entries()) {
      const length = (documents[index]?.words.length ?? 0) / average;
      const norm = saturation * (1 - lengthShare + lengthShare * length);
      scores[index] = (scores[index] ?? 0) + (rarity * count * (saturation + 1)) / (count + norm);
    }
  }
  return documents
    .map(({ tool }, index) => ({ tool, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ tool }) => tool);
}

function wordsOfTool({ name, toolset, description }: WaitingTool): readonly string[] {
  const names = wordsOf(`${name} ${toolset}`);
  return [...Array.from({ length: nameWeight }, () => names).flat(), ...wordsOf(description)];
}

/** `readFile` and `read_file` are two words each. */
function wordsOf(text: string): readonly string[] {
  const spaced = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  return spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function likeness(word: string, wanted: string): number {
  if (word === wanted) return 1;
  const isLong = Math.min(word.length, wanted.length) >= shortestPrefix;
  return isLong && (word.startsWith(wanted) || wanted.startsWith(word)) ? prefixWeight : 0;
}
