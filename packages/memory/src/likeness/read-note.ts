import { spellAlike } from "./spell-alike.ts";
import { directions, relations } from "./word-lists.ts";
import type { WordKnowledge } from "./word-knowledge.ts";

/** What a note says, taken apart. */
export interface Note {
  /** Every word that says something, in order. */
  readonly words: readonly NoteWord[];
  /** Words that give others a part: "not", "before", "from". */
  readonly directions: readonly Direction[];
  /** Words before the first verb or colon that says something about them; undefined without one. */
  readonly relation: Relation | undefined;
  /** "to" in "reports to the user"; undefined where the user is who does it. */
  readonly userPreposition: string | undefined;
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
  readonly written: string;
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
}

export interface Direction {
  /** `than`, `not`, `before`, … */
  readonly name: string;
  /** The words that have the part: at most two, or all of what a verb denies. */
  readonly behind: readonly string[];
}

export function readNote(text: string, knowledge: WordKnowledge): Note {
  const words: NoteWord[] = [];
  const directed: { readonly name: string; readonly at: number; end: number }[] = [];
  let relation: Relation | undefined;
  let previous = "";
  let clauseAt = 0;
  let preposition: string | undefined;
  let userPreposition: string | undefined;
  for (const token of tokensOf(spellAlike(text))) {
    const { lower } = token;
    if (token.startsClause || lower === "but") {
      for (const one of directed) one.end = Math.min(one.end, words.length);
      clauseAt = words.length;
    }
    if (relation === undefined && Object.hasOwn(relations, lower))
      relation = {
        kind: relations[lower] ?? "many",
        verb: lower === "=" ? lower : knowledge.formOf(lower),
        subjectWords: words.length,
      };
    const before = previous;
    previous = lower;
    if (prepositions.has(lower)) preposition = lower;
    else if (isPerson.has(lower)) userPreposition ??= preposition;
    const direction = Object.hasOwn(directions, lower) ? directions[lower] : undefined;
    if (direction !== undefined) {
      // "does not eat pork" denies all of it, "tabs, not spaces" what comes next.
      const isWide = lower === "never" || (lower === "not" && denying.has(before));
      directed.push({
        name: direction,
        at: isWide ? clauseAt : words.length,
        end: isWide ? Infinity : words.length + 2,
      });
      continue;
    }
    if (!token.isExact && knowledge.isEmpty(lower) && (token.written !== "May" || token.startsSentence))
      continue;
    if (lower === "=") continue;
    const form = token.isExact ? exactForm(token.written) : knowledge.formOf(lower);
    const held = token.isExact ? undefined : knowledge.hiddenNot(form);
    if (held !== undefined) directed.push({ name: "not", at: clauseAt, end: Infinity });
    const isName =
      !token.isExact &&
      !token.startsSentence &&
      token.written !== lower &&
      !/^\p{Lu}{2,4}$/u.test(token.written);
    // "two weeks" and "every week" say how long or how often; "release week" does not.
    const isLoosePeriod = knowledge.isPeriod(form) && !counting.test(before);
    words.push({
      form: held ?? form,
      written: lower,
      isExact: token.isExact,
      isName,
      isCapital: token.written !== lower,
      preposition: token.joined ? (preposition ?? words.at(-1)?.preposition) : preposition,
      light:
        token.isExact || (isName && token.written !== token.written.toUpperCase())
          ? undefined
          : isLoosePeriod
            ? "any"
            : knowledge.lightKind(held ?? form),
      joined: token.joined,
    });
    preposition = undefined;
  }
  return {
    words,
    directions: directed.map(({ name, at, end }) => ({
      name,
      behind: words.slice(at, end).map(({ form }) => form),
    })),
    relation,
    userPreposition,
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

interface Token {
  /** As written, without marks around it. */
  readonly written: string;
  readonly lower: string;
  readonly isExact: boolean;
  readonly startsSentence: boolean;
  /** A mark stands before it. */
  readonly startsClause: boolean;
  readonly joined: boolean;
}

/** Paths, addresses and identifiers may differ by case alone. */
function exactForm(written: string): string {
  return /[/\\_$]|[a-z][A-Z]/.test(written) ? written : written.toLowerCase();
}

function tokensOf(text: string): readonly Token[] {
  let startsSentence = true;
  let startsClause = false;
  let joined = false;
  const tokens: Token[] = [];
  for (const [piece] of text.matchAll(/[,;()]|[^\s,;()!?"“”„«»[\]{}…]+/gu)) {
    const written = piece.replace(/^['‘`*_.:-]+|['‘`*.:_-]+$/gu, "").replace(/'s$/u, "");
    if ((written === "" && piece !== "=") || /^[,;()]$/u.test(piece)) {
      if (piece === ",") joined = true;
      startsClause = true;
      continue;
    }
    const lower = (written === "" ? piece : written).toLowerCase();
    const isExact = /[\d/\\_@$#~]|\w[.:]\w/u.test(written);
    // "user-visible" is "user visible"; "pop-up" and "e-mail" are words.
    const split = isExact
      ? written.split(/(?<=^\d+)-(?=\p{L}+$)/u)
      : (written === "" ? piece : written).split(/[-–+&]/u).filter((part) => part !== "");
    const parts = isExact || split.every((part) => part.length > 2) ? split : [split.join("")];
    for (const part of parts) {
      const exact = isExact && (parts.length === 1 || /\d/u.test(part));
      tokens.push({
        written: part,
        lower: part.toLowerCase(),
        isExact: exact,
        startsSentence,
        startsClause,
        joined,
      });
      startsClause = false;
    }
    joined = lower === "and" || lower === "or" || lower === "&";
    startsSentence = /[.!?:]$/u.test(piece) && !/^(?:dr|mrs?|ms|prof|st)\.$/iu.test(piece);
    startsClause = startsSentence;
    // "Port: 8080" is "port = 8080".
    if (piece.endsWith(":") && !isExact)
      tokens.push({
        written: "=",
        lower: "=",
        isExact: false,
        startsSentence: true,
        startsClause: true,
        joined: false,
      });
  }
  return tokens;
}
