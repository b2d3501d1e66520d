import type { Query, WordsQuery } from "./query.ts";
import { wordsOf } from "./query.ts";
import { humpsOf, partsOf } from "./text-parts.ts";

/** Whether a text is what a query asks for, found out without an index. The same texts match as with one. */
export function matches(text: string, query: Query): boolean {
  return matchesParts(searchableIn(text), query);
}

interface Searchable {
  /** Words that stand one after another: those of the text, and those inside each identifier. */
  readonly sequences: readonly (readonly string[])[];
  readonly runs: readonly string[];
  readonly identifiers: readonly string[];
}

function searchableIn(text: string): Searchable {
  const { spaced, runs, identifiers } = partsOf(text);
  const humps = identifiers.flatMap((identifier) => humpsOf(identifier) ?? []);
  return {
    sequences: [spaced, ...humps].map(wordsOf),
    runs,
    identifiers: identifiers.map((identifier) => identifier.toLowerCase()),
  };
}

function matchesParts(text: Searchable, query: Query): boolean {
  switch (query.type) {
    case "words":
      return text.sequences.some((words) => holdsPhrase(words, query));
    case "run":
      return text.runs.some((run) => run.includes(query.text));
    case "identifier":
      return (
        text.identifiers.some((identifier) => identifier.includes(query.text)) ||
        (query.orWord && text.sequences.some((words) => words.includes(query.text)))
      );
    case "and":
      return query.parts.every((part) => matchesParts(text, part));
    case "or":
      return query.parts.some((part) => matchesParts(text, part));
    case "except":
      return matchesParts(text, query.wanted) && !matchesParts(text, query.unwanted);
  }
}

function holdsPhrase(words: readonly string[], { words: phrase, prefix }: WordsQuery): boolean {
  return words.some((_, start) =>
    phrase.every((wanted, offset) => {
      const found = words[start + offset] ?? "";
      return prefix && offset === phrase.length - 1 ? found.startsWith(wanted) : found === wanted;
    }),
  );
}
