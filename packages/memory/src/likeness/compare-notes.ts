import { alignNotes, type Alignment } from "./align-notes.ts";
import { areSwapped } from "./are-swapped.ts";
import { readNote, type Note, type NoteWord } from "./read-note.ts";
import { contradict } from "./contradict.ts";
import { sameParts } from "./same-parts.ts";
import { createWordKnowledge, type WordKnowledge } from "./word-knowledge.ts";

/**
 * How two notes stand to each other. `same`: whoever knows one knows the other. `contradicts`: about the same thing,
 * and only one of them can be true. `similar`: close enough to ask. Words are looked at and their parts in a sentence,
 * so that a paraphrase in quite other words is `different`.
 */
export type Likeness = "same" | "contradicts" | "similar" | "different";

export type CompareNotes = (known: string, offered: string) => Likeness;

/** Made once, because the lists of words take a moment to prepare. */
export function createNoteComparison(): CompareNotes {
  const knowledge = createWordKnowledge();
  const kept = new Map<string, Note>();
  const read = (text: string): Note => {
    let note = kept.get(text);
    if (note === undefined) {
      // The notes of a file are read again with every change; what was long ago offered is not.
      if (kept.size >= keptNotes) kept.clear();
      kept.set(text, (note = readNote(text, knowledge)));
    }
    return note;
  };
  return (known, offered) => compare(read(known), read(offered), knowledge);
}

const keptNotes = 1_000;

function compare(known: Note, offered: Note, knowledge: WordKnowledge): Likeness {
  if (known.words.length === 0 || offered.words.length === 0) return "different";
  const aligned = alignNotes(known, offered, knowledge);
  if (saySame(aligned, knowledge) && aligned.denials === 0 && !aligned.isTurned)
    return sameParts(known, offered, knowledge) && !areSwapped(known, offered, knowledge)
      ? "same"
      : "similar";
  if (contradict({ known, offered, aligned, knowledge })) return "contradicts";
  return isNear(aligned) ? "similar" : "different";
}

/** Whether nothing that either says is left over, except for how it is said. */
function saySame({ left, right, shared, opposites }: Alignment, knowledge: WordKnowledge): boolean {
  const [one, other] = [left, right].map(({ strong }) => strong.filter(({ form }) => form !== "1"));
  if (one === undefined || other === undefined) return false;
  // Notes of light words alone say what they say by these.
  if (shared === 0 && left.light.length + right.light.length + opposites.length > 0) return false;
  if (opposites.length === 0 && areOtherKinds(left.light, right.light)) return false;
  if (one.length === 0 && other.length === 0) return true;
  if (one.length > 0 && other.length > 0) return false;
  const [more, less] = one.length > 0 ? [one, right.light] : [other, left.light];
  return mayBeLeft(more, { less, shared, knowledge });
}

/** Of two notes that say the same one may say more of how; the longer they are, the more. */
function mayBeLeft(
  words: readonly NoteWord[],
  {
    less,
    shared,
    knowledge,
  }: { readonly less: readonly NoteWord[]; readonly shared: number; readonly knowledge: WordKnowledge },
): boolean {
  // What stands where the other note has a word of its own is said instead of it.
  const isInstead = ({ light }: NoteWord): boolean =>
    light === "attribute" ||
    light === "thing" ||
    (light === "want" && shared < 3) ||
    ((light === "own" || light === "act") && shared < 4);
  if (less.some(isInstead) || words.some(({ isListed }) => isListed)) return false;
  const hard = words.filter(({ isSoft }) => !isSoft);
  const isPlain = ({ form, isExact, isCapital, isModifier }: NoteWord): boolean =>
    !isExact &&
    !isModifier &&
    (!isCapital || knowledge.isKnown(form)) &&
    /^[a-z]+$/.test(form) &&
    !knowledge.tellsApart(form);
  return (
    hard.every(isPlain) &&
    hard.length <= (shared >= 3 ? 1 : 0) &&
    words.length <= (shared >= 4 ? 3 : shared - 1)
  );
}

/** To like a thing is not to have it, what is stored is not what is shown, and a length is no format. */
function areOtherKinds(left: readonly NoteWord[], right: readonly NoteWord[]): boolean {
  return [/^(?:want|own|act|place)$/u, /^(?:want|own|need)$/u, /^(?:thing|attribute)$/u].some((kinds) =>
    [left, right].every((words) => words.some(({ light = "" }) => kinds.test(light))),
  );
}

/** Close enough to ask: half is the same where one is a part of the other, else three quarters. */
function isNear({ left, right, shared }: Alignment): boolean {
  const rest = [...left.strong, ...right.strong];
  const isPart = left.strong.length === 0 || right.strong.length === 0;
  if (shared < 2 || rest.some(({ isExact }) => isExact)) return false;
  return shared / (shared + rest.length) >= (isPart ? 0.5 : 0.75);
}
