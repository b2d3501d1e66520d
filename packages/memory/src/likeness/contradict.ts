import type { Alignment } from "./align-notes.ts";
import type { Note, NoteWord } from "./read-note.ts";
import type { WordKnowledge } from "./word-knowledge.ts";

interface Sides {
  readonly known: Note;
  readonly offered: Note;
  readonly aligned: Alignment;
  readonly knowledge: WordKnowledge;
}

/** Whether two notes that don't say the same are about the same thing, and only one of them can be true. */
export function contradict(sides: Sides): boolean {
  const { aligned } = sides;
  if (aligned.isTurned && aligned.left.strong.length + aligned.right.strong.length === 0) return true;
  const { left, right, shared, opposites, denials } = aligned;
  const [one = [], other = []] = [left.strong, right.strong].map((words) =>
    shared >= 2 ? words.filter(({ isSoft }) => !isSoft) : words,
  );
  const strong = [...left.strong, ...right.strong];
  if (
    denials + opposites.length > 0 &&
    shared > 0 &&
    strong.length < Math.max(1, Math.min(shared, 3)) &&
    !strong.some(({ isExact }) => isExact)
  )
    return opposites.length < 2 && !opposites.some(([before]) => isSubject(before, sides.known));
  if (isOtherCount(sides)) return true;
  if (one.length === 0 || other.length === 0 || one.length > 3 || other.length > 3) return false;
  return (
    areOtherValues(one, other, sides) || isOtherValue(one, other, sides) || isOtherPerson(one, other, sides)
  );
}

function isSubject(word: NoteWord, { words, relation }: Note): boolean {
  return words.indexOf(word) < (relation?.subjectWords ?? 0);
}

/** "every month", "every 3 months". */
function isOtherCount({ known, offered, aligned, knowledge }: Sides): boolean {
  const [count, ...others] = [...aligned.left.strong, ...aligned.right.strong];
  if (count === undefined || others.length > 0 || !/^\d+$/u.test(count.form) || aligned.shared < 2)
    return false;
  return [known, offered].some(({ words }) => {
    const counted = words[words.indexOf(count) + 1];
    return words.includes(count) && counted !== undefined && knowledge.isPeriod(counted.form);
  });
}

/** Numbers, times, days, colours: of the same thing there is one. */
function areOtherValues(
  one: readonly NoteWord[],
  other: readonly NoteWord[],
  { known, offered, aligned, knowledge }: Sides,
): boolean {
  const isValue = (word: NoteWord, note: Note, others: readonly NoteWord[]): boolean =>
    word.isExact
      ? others.some(({ isExact }) => isExact) && isStated(word, note, knowledge)
      : others.some(({ form }) => knowledge.isAlternative(word.form, form)) &&
        (knowledge.isTime(word.form) || !isSubject(word, note));
  const isSure = aligned.shared >= 2 || (aligned.common > 0 && restOf(one, other, aligned) === 0);
  return (
    isSure &&
    one.every((word) => isValue(word, known, other)) &&
    other.every((word) => isValue(word, offered, one))
  );
}

/** "fact 1" and "fact 2" are names; "port 1" of a thing, "on port 1", "at 1" and "1 hour" are said of it. */
function isStated(word: NoteWord, { words, relation }: Note, knowledge: WordKnowledge): boolean {
  const at = words.indexOf(word);
  const before = words[at - 1];
  return (
    relation !== undefined ||
    word.preposition !== undefined ||
    (before?.isModifier === true && before.preposition !== undefined) ||
    before?.isCapital === true ||
    [before, words[at + 1]].some((next) => next !== undefined && knowledge.tellsApart(next.form))
  );
}

/** How many words are left over beside the values. */
function restOf(one: readonly NoteWord[], other: readonly NoteWord[], { left, right }: Alignment): number {
  return left.strong.length + right.strong.length - one.length - other.length;
}

/** "The parser is written in Rust", "… in Zig": a thing that both notes begin with, and what is said of it. */
function isOtherValue(
  one: readonly NoteWord[],
  other: readonly NoteWord[],
  { known, offered, aligned, knowledge }: Sides,
): boolean {
  const places = [one[0]?.preposition, other[0]?.preposition];
  if (places.every((place) => place === "called")) return aligned.shared > 0;
  const [before, after] = [known.relation, offered.relation];
  if (before === undefined || after === undefined || before.kind === "many" || after.kind === "many")
    return false;
  const isOfUser = before.kind === "self" && knowledge.isSame(before.verb, after.verb);
  const hasSubject = [known, offered].every(
    ({ words, relation }) => (relation?.subjectWords ?? 0) > 0 && words[0]?.preposition === undefined,
  );
  const rest = restOf(one, other, aligned);
  // Other verbs say other things of it, and a day is not where a thing is.
  if (rest > 0 && aligned.left.light.length + aligned.right.light.length > 0) return false;
  if ([...one, ...other].some(({ form, isSoft }) => isSoft || knowledge.isTime(form))) return false;
  if (rest > 1 || (hasSubject ? aligned.shared === 0 : !isOfUser)) return false;
  if (!hasSubject && Math.max(one.length, other.length) > aligned.shared + 1) return false;
  if (one.some((word) => isSubject(word, known)) || other.some((word) => isSubject(word, offered)))
    return false;
  const isName = (words: readonly NoteWord[]): boolean =>
    words.some(({ isName: name, isExact }) => name || isExact);
  const samePlace = places[0] !== undefined && places[0] === places[1];
  // "The door is green" and "The door is locked" may both hold.
  return samePlace || (isName(one) && isName(other)) || (isOfUser && aligned.shared >= 2);
}

/** "Ada owns the parser", "Bob owns the parser". */
function isOtherPerson(
  one: readonly NoteWord[],
  other: readonly NoteWord[],
  { known, offered, knowledge }: Sides,
): boolean {
  const isPerson = (words: readonly NoteWord[], note: Note): boolean =>
    words.length === 1 && words.every((word) => word.isCapital && !word.isExact && note.words[0] === word);
  const isSole = ({ words }: Note): boolean =>
    words.slice(1, 4).some(({ form }) => knowledge.isSoleDoing(form));
  return isPerson(one, known) && isPerson(other, offered) && isSole(known) && isSole(offered);
}
