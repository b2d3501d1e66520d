import type { Note, NoteWord } from "./read-note.ts";
import type { WordKnowledge } from "./word-knowledge.ts";

/**
 * Whether two notes of the same words have them at each other's places: "English at work, Spanish at home" is not
 * "Spanish at work, English at home". Each word stays nearer to its own.
 */
export function areSwapped(known: Note, offered: Note, knowledge: WordKnowledge): boolean {
  const notes = [known.words, offered.words] as const;
  const both = known.words.filter(({ form }) => offered.words.some((word) => word.form === form));
  return both.some((one, index) =>
    both.slice(index + 1).some((other) => {
      if (one.form === other.form) return false;
      const pair = [one.form, other.form] as const;
      const wanted = isValue(one, other, knowledge) ? -1 : -2;
      if (notes.some((words) => mayMove(words, pair))) return false;
      const [left, right] = notes.map((words) => (form: string) => side(words, pair, form));
      const agreed = both
        .filter(({ form }) => !pair.includes(form) && !isBeside(notes, pair, form))
        .reduce((sum, { form }) => sum + (left?.(form) ?? 0) * (right?.(form) ?? 0), 0);
      return agreed <= wanted;
    }),
  );
}

type Pair = readonly [string, string];

function isValue(one: NoteWord, other: NoteWord, knowledge: WordKnowledge): boolean {
  return (
    (one.isExact && other.isExact) ||
    (one.isCapital && other.isCapital) ||
    knowledge.isAlternative(one.form, other.form)
  );
}

/** Words may change places within a sentence, values within one part of it or within a list. */
function mayMove(words: readonly NoteWord[], pair: Pair): boolean {
  const between = wordsTo(words, pair);
  const isApart = between.some(({ opensPart, joined }) => opensPart || joined);
  return !isApart || between.every(({ joined }) => joined);
}

/** To which of a pair a word is nearer: 1 to the first, -1 to the second. */
function side(words: readonly NoteWord[], [one, other]: Pair, form: string): number {
  return Math.sign(distance(words, [other, form]) - distance(words, [one, form]));
}

/** "plain" in "plain SQL" goes where SQL goes. */
function isBeside(notes: readonly (readonly NoteWord[])[], pair: Pair, form: string): boolean {
  return pair.some((held) => notes.every((words) => distance(words, [held, form]) === 1));
}

/** Words between two, where a comma, an "and" or a full stop is as far as three. */
function distance(words: readonly NoteWord[], pair: Pair): number {
  const between = wordsTo(words, pair);
  return between.length + 3 * between.filter(({ joined, opensPart }) => joined || opensPart).length;
}

/** The words behind the first of two, up to the second. */
function wordsTo(words: readonly NoteWord[], pair: Pair): readonly NoteWord[] {
  const [from = 0, to = 0] = pair
    .map((form) => words.findIndex((word) => word.form === form))
    .toSorted((one, other) => one - other);
  return words.slice(from + 1, to + 1);
}
