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

  const pairOf = (left: string, right: string): string =>
    left < right ? `${left} ${right}` : `${right} ${left}`;
  const apart = new Set(
    otherInNotes.map((line) => {
      const [left = "", right = ""] = formsOf(line);
      return pairOf(left, right);
    }),
  );
  const groups = new Map<string, number[]>();
  const tableGroups = sameWords
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  for (const [index, group] of [...tableGroups, ...sameInNotes.map(formsOf)].entries()) {
    for (const form of group) {
      const known = groups.get(form);
      if (known === undefined) groups.set(form, [index]);
      else known.push(index);
    }
  }
  const against = new Set(oppositeWords.trim().split("\n"));
  for (const line of opposites) {
    const [first = "", ...others] = formsOf(line);
    for (const other of others) against.add(pairOf(first, other));
  }
  const sides = new Set([...against].flatMap((pair) => pair.split(" ")));
  const kinds = new Map(
    alternatives.flatMap((line, index) => formsOf(line).map((form) => [form, index] as const)),
  );
  const isOfKind = (left: string, right: string): boolean =>
    kinds.has(left) && kinds.get(left) === kinds.get(right);
  const times = formsOf("morning monday january spring week");
  const light = new Map(
    Object.entries(lightWords).flatMap(([kind, words]) =>
      formsOf(words).map((form) => [form, kind] as const),
    ),
  );
  const soft = new Set(softWords.trim().split(" "));
  const turning = new Set(formsOf(turningWords));
  const sole = new Set(formsOf(soleDoings));
  const empty = new Set(emptyWords.split(" "));
  const isSameKind = (left: string, right: string): boolean => {
    const kind = light.get(left);
    return kind !== undefined && /^(?:want|own|need|place)$/u.test(kind) && kind === light.get(right);
  };
  const shareGroup = (left: string, right: string): boolean => {
    const others = groups.get(right);
    return others !== undefined && (groups.get(left) ?? []).some((group) => others.includes(group));
  };
  return {
    formOf,
    isEmpty: (word) => empty.has(word),
    lightKind: (form) => light.get(form),
    isDenying: (word) => nots.has(baseOf(word)),
    isSame: (left, right) =>
      left === right ||
      isSameKind(left, right) ||
      (shareGroup(left, right) &&
        !isOfKind(left, right) &&
        !against.has(pairOf(left, right)) &&
        !apart.has(pairOf(left, right))),
    isOpposite: (left, right) => against.has(pairOf(left, right)),
    isAlternative: (left, right) =>
      left !== right && kinds.has(left) && kinds.get(left) === kinds.get(right) && !shareGroup(left, right),
    isTime: (form) => times.some((word) => kinds.get(form) === kinds.get(word)),
    isPeriod: (form) => kinds.has(form) && kinds.get(form) === kinds.get("week"),
    tellsApart: (form) => kinds.has(form) || sides.has(form),
    isSoleDoing: (form) => sole.has(form),
    isSoft: (form) => soft.has(form) && !kinds.has(form) && !turning.has(form),
    isKnown: (form) => groups.has(form) || light.has(form) || soft.has(form),
  };
}
