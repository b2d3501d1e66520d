import { createWordReader, type Direction, type WordReader, type Words } from "./read-words.ts";

/**
 * How two notes stand to each other. `same`: whoever knows one knows the other. `contradicts`: about the same thing,
 * and only one of them can be true. `similar`: close enough to ask. Nothing but words is looked at, so that a paraphrase
 * in quite other words is `different`.
 */
export type Likeness = "same" | "contradicts" | "similar" | "different";

export type CompareNotes = (known: string, offered: string) => Likeness;

export function createNoteComparison(): CompareNotes {
  const reader = createWordReader();
  return (known, offered) => compare(reader.read(known), reader.read(offered), reader);
}

function compare(known: Words, offered: Words, reader: WordReader): Likeness {
  if (known.said.length === 0 || offered.said.length === 0) return "different";
  const difference = differenceOf(known, offered, reader);
  const sameWords = difference.known.length === 0 && difference.offered.length === 0;
  if (sameWords && equal(known.exact, offered.exact)) {
    if (!sameDirections(known.directions, offered.directions)) return "contradicts";
    const names = new Set([...known.names, ...offered.names]);
    return equal(orderOf(known, names), orderOf(offered, names)) ? "same" : "similar";
  }
  if (contradict(known, offered, { difference, reader })) return "contradicts";
  if (!equal(known.exact, offered.exact)) return "different";
  const isPart = difference.known.length === 0 || difference.offered.length === 0;
  return shareOf(known, offered, reader) >= (isPart ? 0.5 : 0.75) ? "similar" : "different";
}

/** "tabs over spaces" is not "spaces over tabs"; "before changing files" is "before files are changed". */
function sameDirections(left: readonly Direction[], right: readonly Direction[]): boolean {
  const matched = (one: Direction, others: readonly Direction[]): boolean => {
    const rivals = others.filter(({ name }) => name === one.name);
    if (rivals.length === 0) return one.name !== "not" && one.name !== "unless";
    // "doesn't eat pork" is "eats no pork".
    if (one.name === "not")
      return rivals.some(({ behind }) => behind.some((word) => one.behind.includes(word)));
    const [word = ""] = one.behind;
    return rivals.some(({ behind }) => behind.includes(word) && one.behind.includes(behind[0] ?? ""));
  };
  return left.every((one) => matched(one, right)) && right.every((one) => matched(one, left));
}

/** "Ada reviews Bob" is not "Bob reviews Ada"; within a list the order means nothing. */
function orderOf({ lists }: Words, names: ReadonlySet<string>): readonly string[] {
  return lists.flatMap((list) => list.filter((word) => names.has(word)).toSorted());
}

/** Words with a meaning of their own that only one of the notes has. */
interface Difference {
  readonly known: readonly string[];
  readonly offered: readonly string[];
  readonly shared: readonly string[];
}

function differenceOf(known: Words, offered: Words, reader: WordReader): Difference {
  const strong = (words: Words): readonly string[] => {
    const kept = [...new Set(words.said)].filter((word) => !reader.isWeak(word));
    return kept.length === 0 ? [...new Set(words.said)] : kept;
  };
  const [left, right] = [strong(known), strong(offered)];
  return {
    known: left.filter((word) => !offered.said.includes(word)),
    offered: right.filter((word) => !known.said.includes(word)),
    shared: left.filter((word) => right.includes(word)),
  };
}

function contradict(
  known: Words,
  offered: Words,
  { difference, reader }: { readonly difference: Difference; readonly reader: WordReader },
): boolean {
  const { shared, known: left, offered: right } = difference;
  const isShort = left.length <= 2 && right.length <= 2;
  const every = (test: (one: string, other: string) => boolean): boolean =>
    left.length === right.length && left.every((one) => right.some((other) => test(one, other)));
  if (!isShort || left.length === 0 || right.length === 0) return false;
  if (every(reader.areOpposite)) return true;
  const isExact =
    left.every((word) => known.exact.includes(word)) && right.every((word) => offered.exact.includes(word));
  const isName =
    left.every((word) => known.names.has(word)) && right.every((word) => offered.names.has(word));
  const isKind = every(reader.areAlternatives);
  if (isKind && left.length === 1 && shared.length > 0) return true;

  const [before, after] = [known.relation, offered.relation];
  if (before === undefined || after === undefined) return false;
  const subject = meaning(before.before, reader);
  if (!equal(subject, meaning(after.before, reader))) return false;
  const isValue =
    left.every((word) => before.behind.includes(word)) && right.every((word) => after.behind.includes(word));
  if (!isValue) return false;
  if (before.kind === "place" && after.kind === "place") return true;
  // "The door is green" and "The door is locked" may both hold; "The door is at 3" and "… at 4" not.
  return (subject.length > 0 || shared.length > 0) && (isExact || isName || isKind);
}

function meaning(words: readonly string[], reader: WordReader): readonly string[] {
  return [...new Set(words)].filter((word) => !reader.isWeak(word)).toSorted();
}

/** What both say, as a share of what either says; weak words and numbers weigh less and more. */
function shareOf(known: Words, offered: Words, reader: WordReader): number {
  const all = new Set([...known.said, ...offered.said]);
  let shared = 0;
  let sum = 0;
  for (const word of all) {
    const weight = reader.isWeak(word) ? 0.3 : 1;
    sum += weight;
    if (known.said.includes(word) && offered.said.includes(word)) shared += weight;
  }
  return shared / sum;
}

function equal(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index]);
}
