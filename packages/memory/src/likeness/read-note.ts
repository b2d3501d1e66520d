import { spellAlike } from "./spell-alike.ts";
import { splitTokens, type Token } from "./split-tokens.ts";
import { directions, relations } from "./word-lists.ts";
import type { WordKnowledge } from "./word-knowledge.ts";

/** What a note says, taken apart. */
export interface Note {
  /** Every word that says something, in order. */
  readonly words: readonly NoteWord[];
  /** Each word with the next one, as if they were written as one: "key bindings" are "keybindings". */
  readonly pairs: readonly string[];
  /** Words that give others a part: "not", "before", "from". */
  readonly directions: readonly Direction[];
  /** Words before the first verb or colon that says something about them; undefined without one. */
  readonly relation: Relation | undefined;
  /** "to" in "reports to the user"; undefined where the user is who does it. */
  readonly userPreposition: string | undefined;
  /** It names the user. */
  readonly saysUser: boolean;
}

export interface Relation {
  /** `one`: a thing has one such value; `many`: as many as there are; `self`: one, of the user. */
  readonly kind: "one" | "many" | "self";
  /** What all forms of the verb have in common; `=` for a colon. */
  readonly verb: string;
  /** How many words it says something about. */
  readonly subjectWords: number;
}

export interface NoteWord {
  /** What all its forms have in common; of numbers, paths and names of things how they are written. */
  readonly form: string;
  /** It says how rather than what. */
  readonly isSoft: boolean;
  /** Nothing else can stand for it: a number, a path, a version. */
  readonly isExact: boolean;
  /** It has a capital letter inside of a sentence. */
  readonly isName: boolean;
  /** "for", "in", … right before it. */
  readonly preposition: string | undefined;
  readonly light: string | undefined;
  /** Written with a capital letter, at the beginning of a sentence too. */
  readonly isCapital: boolean;
  /** A comma or "and" joins it to the word before. */
  readonly joined: boolean;
  /** The first word of a sentence, or behind a semicolon. */
  readonly opensPart: boolean;
  /** It says which one the next word means: "bike" in "bike lock". */
  isModifier: boolean;
  /** It is one of several that "and" or "or" joins. */
  isListed: boolean;
}

export interface Direction {
  /** `than`, `not`, `before`, … */
  readonly name: string;
  /** The words that have the part: at most two, or all of what a verb denies. */
  readonly behind: readonly string[];
}

export function readNote(text: string, knowledge: WordKnowledge): Note {
  const words: NoteWord[] = [];
  const written: string[] = [];
  const parts: Part[] = [];
  let relation: Relation | undefined;
  let userPreposition: string | undefined;
  let saysUser = false;
  let preposition: string | undefined;
  let joined = false;
  let listed = false;
  let previous = "";
  let clauseAt = 0;
  let partAt = 0;
  for (const token of splitTokens(spellAlike(text))) {
    const { lower } = token;
    if (token.startsClause || lower === "but") {
      for (const part of parts) part.end = Math.min(part.end, words.length);
      clauseAt = words.length;
    }
    if (token.startsPart || lower === "but") partAt = words.length;
    if (Object.hasOwn(relations, lower))
      relation ??= {
        kind: relations[lower] ?? "many",
        verb: knowledge.formOf(lower),
        subjectWords: words.length,
      };
    if (lower === "user") saysUser = true;
    if (prepositions.has(lower)) preposition = lower;
    else if (lower === "called" || lower === "named") preposition = "called";
    else if (isPerson.has(lower)) userPreposition ??= preposition;
    // "and a badge" joins the badge.
    joined ||= token.joined;
    listed ||= token.listed;
    const before = previous;
    previous = lower;
    if (Object.hasOwn(directions, lower)) {
      // "does not eat pork" denies all of it, "tabs, not spaces" what comes next.
      const isWide = lower === "never" || (lower === "not" && denying.has(before));
      const name = directions[lower] ?? lower;
      for (const part of parts)
        if (part.at < words.length && part.end !== Infinity) part.end = Math.min(part.end, words.length);
      parts.push(
        isWide ? { name, at: clauseAt, end: Infinity } : { name, at: words.length, end: words.length + 2 },
      );
    } else if (token.isExact || !knowledge.isEmpty(lower)) {
      const word = wordOf(token, {
        before,
        preposition,
        joinedTo: joined ? words.at(-1) : undefined,
        joined,
        isListed: listed,
        opensPart: partAt === words.length && partAt > 0,
        knowledge,
      });
      if (!token.isExact && knowledge.isDenying(lower))
        parts.push({ name: "not", at: clauseAt, end: Infinity });
      const last = words.at(-1);
      if (last !== undefined) {
        last.isListed ||= listed;
        last.isModifier = written.at(-1) === before && !token.startsClause;
      }
      words.push(word);
      written.push(lower);
      preposition = undefined;
      joined = listed = false;
    }
  }
  return {
    words,
    pairs: written
      .slice(1)
      .map((word, index) => knowledge.formOf(`${written[index]?.replace(/ing$/, "") ?? ""}${word}`)),
    directions: parts.map(({ name, at, end }) => ({
      name,
      behind: words.slice(at, end).map(({ form }) => form),
    })),
    relation,
    userPreposition,
    saysUser,
  };
}

/** Where a direction begins and ends. */
interface Part {
  readonly name: string;
  readonly at: number;
  end: number;
}

interface Before {
  /** The word before, also where it says nothing. */
  readonly before: string;
  readonly preposition: string | undefined;
  readonly joinedTo: NoteWord | undefined;
  readonly joined: boolean;
  readonly isListed: boolean;
  readonly opensPart: boolean;
  readonly knowledge: WordKnowledge;
}

function wordOf({ written, lower, isExact, startsSentence }: Token, context: Before): NoteWord {
  const { before, joinedTo, knowledge } = context;
  const form = isExact ? exactForm(written) : knowledge.formOf(lower);
  const isCapital = written !== lower;
  const isName = !isExact && !startsSentence && isCapital && !/^\p{Lu}{2,4}$/u.test(written);
  const isWord = !isExact && !isName;
  // "two weeks" and "every week" say how long or how often; "release week" does not.
  const isLoosePeriod = knowledge.isPeriod(form) && !counting.test(before);
  return {
    form,
    isExact,
    isName,
    isCapital,
    isSoft: isWord && knowledge.isSoft(form),
    light: !isWord ? undefined : isLoosePeriod ? "any" : knowledge.lightKind(form),
    preposition: context.preposition ?? (isName ? joinedTo?.preposition : undefined),
    joined: context.joined,
    opensPart: context.opensPart,
    isModifier: false,
    isListed: context.isListed,
  };
}

const denying: ReadonlySet<string> = new Set(
  "do does did is are was were be been has have had can could should must may might will would shall it".split(
    " ",
  ),
);

const counting = /^(?:~?\d.*|a|an|each|every|per|this|next|last)$/u;

const prepositions: ReadonlySet<string> = new Set(
  "by with for at in on via under of to from into than as".split(" "),
);

const isPerson: ReadonlySet<string> = new Set(["user", "me", "him", "them", "us"]);

/** Paths, addresses and identifiers may differ by case alone. */
function exactForm(written: string): string {
  return /[/\\_$]|[a-z][A-Z]/.test(written) ? written : written.toLowerCase();
}
