import { createWordForm } from "./word-form.ts";
import {
  alternatives,
  emptyWords,
  hiddenNots,
  lightWords,
  opposites,
  otherInNotes,
  sameInNotes,
  soleDoings,
  turningWords,
} from "./word-lists.ts";
import { oppositeWords, sameWords, softWords } from "./word-table.ts";

/** What is known about words; every question is about forms that `formOf` gave. */
export interface WordKnowledge {
  /** What all forms of a word have in common. */
  formOf(word: string): string;
  isEmpty(word: string): boolean;
  /** What such a word does in a sentence, where it says little itself. */
  lightKind(form: string): string | undefined;
  /** "dislikes" denies a liking, which is its form. */
  isDenying(word: string): boolean;
  isSame(left: string, right: string): boolean;
  /** Only one of them holds, whatever it is about. */
  isOpposite(left: string, right: string): boolean;
  /** Only one of them holds of the same thing. */
  isAlternative(left: string, right: string): boolean;
  /** It tells things apart: never one word too many. */
  tellsApart(form: string): boolean;
  /** A day, a month, a part of the day or of the year. */
  isTime(form: string): boolean;
  /** An hour, a week, a year. */
  isPeriod(form: string): boolean;
  /** Only one person does it. */
  isSoleDoing(form: string): boolean;
  /** The table has it: a word with a capital letter is then no name. */
  isKnown(form: string): boolean;
  /** It says how rather than what. */
  isSoft(form: string): boolean;
}

export function createWordKnowledge(): WordKnowledge {
  const baseOf = createWordForm();
  const nots = new Map(Object.entries(hiddenNots).map(([word, held]) => [baseOf(word), baseOf(held)]));
  const formOf = (word: string): string => {
    const base = baseOf(word);
    return nots.get(base) ?? base;
  };
  const formsOf = (line: string): readonly string[] => line.split(" ").map(formOf);
  const formSet = (words: string): ReadonlySet<string> => new Set(formsOf(words));

  const same = pairsOf([
    ...sameWords.trim().split("\n"),
    ...sameInNotes.map((line) => formsOf(line).toSorted().join(" ")),
  ]);
  for (const line of otherInNotes) same.delete(pairOf(formsOf(line)));
  const against = new Set(oppositeWords.trim().split("\n"));
  for (const line of opposites) {
    const [first = "", ...others] = formsOf(line);
    for (const other of others) against.add(pairOf([first, other]));
  }
  const sides = new Set([...against].flatMap((pair) => pair.split(" ")));
  const kinds = new Map(
    alternatives.flatMap((line, index) => formsOf(line).map((form) => [form, index] as const)),
  );
  const light = new Map(
    Object.entries(lightWords).flatMap(([kind, words]) =>
      formsOf(words).map((form) => [form, kind] as const),
    ),
  );
  const [turning, sole] = [formSet(turningWords), formSet(soleDoings)];
  const soft = new Set(softWords.trim().split(/\s/u));
  const empty = new Set(emptyWords.split(" "));
  const timeKinds = new Set(formsOf(kindsOfTime).map((form) => kinds.get(form)));

  const isOfKind = (left: string, right: string): boolean =>
    kinds.has(left) && kinds.get(left) === kinds.get(right);
  const doesTheSame = (left: string, right: string): boolean => {
    const kind = light.get(left);
    return kind !== undefined && /^(?:want|own|need|place)$/u.test(kind) && kind === light.get(right);
  };
  return {
    formOf,
    isEmpty: (word) => empty.has(word),
    lightKind: (form) => light.get(form),
    isDenying: (word) => nots.has(baseOf(word)),
    isSame(left, right) {
      if (left === right || doesTheSame(left, right)) return true;
      const pair = pairOf([left, right]);
      return same.has(pair) && !isOfKind(left, right) && !against.has(pair);
    },
    isOpposite: (left, right) => against.has(pairOf([left, right])),
    isAlternative: (left, right) => left !== right && isOfKind(left, right),
    isTime: (form) => kinds.has(form) && timeKinds.has(kinds.get(form)),
    isPeriod: (form) => isOfKind(form, "week"),
    tellsApart: (form) => kinds.has(form) || sides.has(form),
    isSoleDoing: (form) => sole.has(form),
    // Asked seldom: the text is looked through, and no set of all words is made.
    isKnown: (form) =>
      soft.has(form) || [`\n${form} `, ` ${form} `, ` ${form}\n`].some((found) => sameWords.includes(found)),
    isSoft: (form) => soft.has(form) && !kinds.has(form) && !turning.has(form),
  };
}

/** One word of each kind that says when. */
const kindsOfTime = "morning monday january spring week";

function pairOf([left = "", right = ""]: readonly string[]): string {
  return left < right ? `${left} ${right}` : `${right} ${left}`;
}

/** Every two words of a line, whose words are in order. In most lines there are two, which are there already. */
function pairsOf(lines: readonly string[]): Set<string> {
  const pairs = new Set(lines);
  for (const line of lines) {
    if (line.indexOf(" ") === line.lastIndexOf(" ")) continue;
    const forms = line.split(" ");
    for (const [index, left] of forms.entries())
      for (const right of forms.slice(index + 1)) pairs.add(`${left} ${right}`);
  }
  return pairs;
}
