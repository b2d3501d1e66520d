import type { Direction, Note, NoteWord } from "./read-note.ts";
import { isSameExact } from "./spell-alike.ts";
import type { WordKnowledge } from "./word-knowledge.ts";
import { againstDirections, neededDirections } from "./word-lists.ts";

/** Two notes beside each other. */
export interface Alignment {
  /** Words of the one that nothing in the other says; light ones apart. */
  readonly left: Rest;
  readonly right: Rest;
  /** How many words with a meaning of their own both say. */
  readonly shared: number;
  /** How many words both say, light ones too. */
  readonly common: number;
  /** Pairs of words of which only one holds. */
  readonly opposites: readonly (readonly [NoteWord, NoteWord])[];
  /** What only one of them denies, less what the opposite of a word takes back. */
  readonly denials: number;
  /** Something has one part in the one and another in the other: before and after, from and to. */
  readonly isTurned: boolean;
}

export interface Rest {
  readonly strong: readonly NoteWord[];
  readonly light: readonly NoteWord[];
}

export function alignNotes(known: Note, offered: Note, knowledge: WordKnowledge): Alignment {
  let left = missing(known, offered, knowledge);
  let right = missing(offered, known, knowledge);
  const opposites: (readonly [NoteWord, NoteWord])[] = [];
  for (const one of left) {
    const other = right.find(({ form }) => knowledge.isOpposite(one.form, form));
    if (other === undefined) continue;
    opposites.push([one, other]);
    left = left.filter((word) => word !== one);
    right = right.filter((word) => word !== other);
  }
  const restOf = (words: readonly NoteWord[]): Rest => ({
    strong: words.filter(({ light }) => light === undefined),
    light: words.filter(({ light }) => light !== undefined),
  });
  return {
    left: restOf(left),
    right: restOf(right),
    shared:
      known.words.filter((word) => word.light === undefined && !left.includes(word)).length -
      opposites.length,
    common: known.words.length - left.length - opposites.length,
    opposites,
    denials: denialsOf(known, offered, { opposites, knowledge }),
    isTurned: isTurned(known, offered, knowledge),
  };
}

/** Words that nothing in the other note says. One word there stands for one word here: "text chat" is not "chat". */
function missing(note: Note, other: Note, knowledge: WordKnowledge): readonly NoteWord[] {
  const taken = new Set<string>();
  const takes = (form: string | undefined): boolean => form !== undefined && taken.add(form) !== undefined;
  const isAlike = (word: NoteWord, { form, isExact }: NoteWord): boolean =>
    word.isExact ? isExact && isSameExact(word.form, form) : form === word.form;
  const rest = note.words.filter((word) => !takes(other.words.find((one) => isAlike(word, one))?.form));
  return rest.filter((word) => {
    if (word.isExact) return true;
    const index = note.words.indexOf(word);
    const pairs = [note.pairs[index], note.pairs[index - 1]];
    if (other.pairs.includes(word.form) || other.words.some(({ form }) => pairs.includes(form))) return false;
    return !takes(
      other.words.find(
        ({ form, isExact }) => !isExact && !taken.has(form) && knowledge.isSame(word.form, form),
      )?.form,
    );
  });
}

/** "tabs, not spaces" is "tabs over spaces"; "not optional" is "mandatory". */
function denialsOf(
  known: Note,
  offered: Note,
  { opposites, knowledge }: { readonly opposites: Alignment["opposites"]; readonly knowledge: WordKnowledge },
): number {
  const others = offered.directions.filter(isDenial);
  const lone: Direction[] = [];
  // What denies little finds its like first.
  for (const one of known.directions.filter(isDenial).toSorted(byReach)) {
    const like = others
      .toSorted(byReach)
      .find((other) => overlap(one, other, knowledge) && !isCrossed(one, other, { known, offered }));
    if (like === undefined) lone.push(one);
    else others.splice(others.indexOf(like), 1);
  }
  const all = [...lone, ...others];
  let taken = 0;
  for (const pair of opposites)
    if (all.some(({ behind }) => pair.some(({ form }) => behind.includes(form)))) taken++;
  return all.length - taken + (opposites.length - taken);
}

/** "Likes tea but not milk", "Likes milk but not tea": each denies what the other doesn't. */
function isCrossed(
  one: Direction,
  other: Direction,
  { known, offered }: { readonly known: Note; readonly offered: Note },
): boolean {
  const denies = (left: Direction, right: Direction): boolean =>
    left.behind.some(
      (form) =>
        !right.behind.includes(form) &&
        [known, offered].every(({ words }) =>
          words.some((word) => word.form === form && word.light === undefined),
        ),
    );
  return denies(one, other) && denies(other, one);
}

function byReach(one: Direction, other: Direction): number {
  return one.behind.length - other.behind.length;
}

function isDenial({ name }: Direction): boolean {
  return name === "not" || name === "than";
}

function overlap(one: Direction, other: Direction, knowledge: WordKnowledge): boolean {
  // What stands behind "than" is the very next thing; a "not" may reach over a verb.
  const [left, right] = [one, other].map(({ name, behind }) =>
    name === "than" ? behind.slice(0, 1) : behind,
  );
  return (left ?? []).some((word) => (right ?? []).some((another) => isSaid(word, another, knowledge)));
}

function isSaid(left: string, right: string, knowledge: WordKnowledge): boolean {
  return knowledge.isSame(left, right) || isSameExact(left, right);
}

function isTurned(known: Note, offered: Note, knowledge: WordKnowledge): boolean {
  const turns = (left: Note, right: Note): boolean =>
    left.directions.some((one) => {
      if (isDenial(one) || one.behind.length === 0) return false;
      const others = (names: readonly string[]): readonly Direction[] =>
        right.directions.filter(({ name }) => names.includes(name));
      const [alike, against] = [others([one.name]), others(againstDirections[one.name] ?? [])];
      const isHeld = alike.some((other) => other.behind.length === 0 || overlap(one, other, knowledge));
      if (isHeld) return false;
      if (alike.length > 0 || against.some((other) => overlap(one, other, knowledge))) return true;
      return against.length === 0 && needed.has(one.name);
    });
  return turns(known, offered) || turns(offered, known);
}

const needed: ReadonlySet<string> = new Set(neededDirections.split(" "));
