import { conceptsOf } from "../rules/concepts.ts";
import type { Concept } from "../rules/concepts.ts";
import { codeConceptsOf } from "./code-concepts.ts";
import { isCode } from "./pieces.ts";
import type { Piece } from "./pieces.ts";
import { tokensOf } from "./tokens.ts";

/**
 * What is known of each piece, in the order of the pieces: its words and neighbouring words, what it speaks of or does and
 * which of that meets, and how far it belongs to what the skill is about.
 */
export function featuresOf(pieces: readonly Piece[], skillName: string): readonly (readonly string[])[] {
  const tokens = pieces.map(({ text }) => tokensOf(text));
  const words = tokens.map((list) => new Set(list.filter((token) => /^\p{L}{4,}/u.test(token))));
  const uses = new Map<string, number>();
  for (const word of words.flatMap((set) => [...set])) uses.set(word, (uses.get(word) ?? 0) + 1);
  const about = new Set([
    ...tokensOf(skillName.replaceAll(/[-_]/g, " ")),
    ...tokens.flatMap((list, index) => (pieces[index]?.kind === "description" ? list : [])),
  ]);
  return pieces.map((piece, index) => [
    ...new Set([
      `k:${piece.kind}`,
      ...wordFeatures(isCode(piece.kind) ? "c" : "t", tokens[index] ?? []),
      ...(isCode(piece.kind)
        ? meetings("K:", codeConceptsOf(piece.text))
        : meetings("C:", spokenOf(piece.text))),
      ...belonging([...(words[index] ?? [])], uses, about),
    ]),
  ]);
}

function wordFeatures(place: "c" | "t", tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token, index) => [
    `${place}${token}`,
    `${place}${index === 0 ? "^" : (tokens[index - 1] ?? "")} ${token}`,
  ]);
}

function meetings(mark: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name, index) => [
    `${mark}${name}`,
    ...names.slice(index + 1).map((other) => `${mark}${name}+${other}`),
  ]);
}

/** Whoever hides a line in another's skill speaks of other things than the rest of it. */
function belonging(
  words: readonly string[],
  uses: ReadonlyMap<string, number>,
  about: ReadonlySet<string>,
): readonly string[] {
  if (words.length < 4) return [];
  const alone = words.filter((word) => uses.get(word) === 1).length / words.length;
  const named = words.filter((word) => about.has(word)).length;
  return [`P:lone${Math.floor(alone * 4)}`, `P:desc${Math.min(3, named)}`];
}

function spokenOf(text: string): readonly Concept[] {
  const placesOf = conceptsOf(text);
  return spoken.filter((concept) => placesOf(concept).length > 0);
}

const spoken: readonly Concept[] = [
  "secret",
  "private",
  "person",
  "rules",
  "earlier",
  "guard",
  "barrier",
  "money",
  "foreign",
  "agent",
  "reviewer",
  "outside",
  "public",
  "send",
  "put",
  "obey",
  "authority",
  "cancel",
  "off",
  "not",
  "tell",
  "quiet",
  "store",
  "mind",
  "lie",
  "deceit",
  "warning",
  "benefit",
  "grant",
  "limitless",
  "pasting",
  "start",
  "strongbox",
  "demand",
  "personalSecret",
  "always",
  "loyalty",
];
