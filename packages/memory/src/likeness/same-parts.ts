import type { Note, NoteWord } from "./read-note.ts";
import type { WordKnowledge } from "./word-knowledge.ts";

/**
 * Whether names have the same parts in two notes of the same words. "Ada reviews Bob" is not "Bob reviews Ada"; "Bob is
 * reviewed by Ada" is. Within a list the order means nothing.
 */
export function sameParts(known: Note, offered: Note, knowledge: WordKnowledge): boolean {
  const [left, right] = [namesOf(known, offered, knowledge), namesOf(offered, known, knowledge)];
  const userLeft = isDoing(known.userPreposition);
  const userRight = isDoing(offered.userPreposition);
  const turns = movesOut(left, right) || (userLeft && !userRight);
  const turnsBack = movesOut(right, left) || (userRight && !userLeft);
  if (turns && turnsBack) return false;
  const parts = new Set([...left, ...right].map(partOf));
  return [...parts].every((part) => orderOf(part, left, right) === orderOf(part, right, left));
}

/** At the beginning of a sentence every word has a capital letter; the other note tells whether it is a name. */
function namesOf(note: Note, other: Note, knowledge: WordKnowledge): readonly NoteWord[] {
  const isNamed = ({ words }: Note, form: string): boolean =>
    words.some((word) => word.isName && knowledge.isSame(word.form, form));
  return note.words.filter(
    ({ form, isName, isCapital }) => isName || (isCapital && isNamed(other, form) && !isNamed(note, form)),
  );
}

/** "Ada" does it in "Ada reports to Bob", and has it done to her in "Bob reports to Ada". */
function movesOut(one: readonly NoteWord[], other: readonly NoteWord[]): boolean {
  return one.some(
    ({ form, preposition }) =>
      isDoing(preposition) && other.some((word) => word.form === form && !isDoing(word.preposition)),
  );
}

function isDoing(preposition: string | undefined): boolean {
  return preposition === undefined || preposition === "by";
}

function partOf({ preposition = "by" }: NoteWord): string {
  return preposition;
}

/** The names with a part that they have in the other note too; who does it comes first, also behind "by". */
function orderOf(part: string, words: readonly NoteWord[], others: readonly NoteWord[]): string {
  const lists: NoteWord[][] = [];
  for (const word of words) {
    const isInBoth = others.some((other) => other.form === word.form && partOf(other) === part);
    if (partOf(word) !== part || !isInBoth) continue;
    if (word.joined && lists.length > 0) lists.at(-1)?.push(word);
    else lists.push([word]);
  }
  const inOrder = lists.flatMap((list) => list.toSorted((one, other) => (one.form < other.form ? -1 : 1)));
  const agents = inOrder.filter(({ preposition }) => preposition === "by");
  return [...new Set([...agents, ...inOrder].map(({ form }) => form))].join(" ");
}
