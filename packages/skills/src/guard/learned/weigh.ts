import { featuresOf } from "./features.ts";
import type { Piece } from "./pieces.ts";
import { hashOf, readWeights } from "./weight-table.ts";
import type { Weights } from "./weight-table.ts";

export interface Weighed {
  readonly piece: Piece;
  /** Above zero a piece is more like what hostile skills hold than like what honest ones do. */
  readonly weight: number;
  /** What spoke most against it, worst first. */
  readonly because: readonly string[];
}

/** The piece that weighs most; undefined for a skill without text. */
export function heaviestOf(
  pieces: readonly Piece[],
  skillName: string,
  weights: Weights = readWeights(),
): Weighed | undefined {
  let found: { readonly at: number; readonly weight: number } | undefined;
  const features = featuresOf(pieces, skillName);
  for (const [at, list] of features.entries()) {
    const weight = weightOf(list, weights);
    if (found === undefined || weight > found.weight) found = { at, weight };
  }
  const piece = pieces[found?.at ?? 0];
  if (found === undefined || piece === undefined) return undefined;
  return {
    piece,
    weight: found.weight - lengthAllowance(pieces.length),
    because: heaviestFeatures(features[found.at] ?? [], weights),
  };
}

/** Of many pieces one is odd by chance. What a stranger gains by adding text has an end. */
function lengthAllowance(pieces: number): number {
  return 0.4 * Math.min(1.6, Math.max(0, Math.log(pieces / 30)));
}

function weightOf(features: readonly string[], { start, byHash }: Weights): number {
  const sum = features.reduce((total, feature) => total + (byHash.get(hashOf(feature)) ?? 0), 0);
  return start + sum / Math.sqrt(features.length + 4);
}

function heaviestFeatures(features: readonly string[], { byHash }: Weights): readonly string[] {
  const words = features
    .map((feature) => ({ feature, weight: byHash.get(hashOf(feature)) ?? 0 }))
    .filter(({ feature, weight }) => weight > 0 && !/^[kP]:/.test(feature))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ feature }) => wordsFor(feature));
  return [...new Set(words)].slice(0, 4);
}

function wordsFor(feature: string): string {
  if (/^[CK]:/.test(feature)) return feature.slice(2).replace("+", " with ");
  const words = feature.slice(1).split(" ");
  return words
    .filter((word) => word !== "^")
    .map((word) => marks[word] ?? word.replace(/^[ip]_/, ""))
    .join(" ");
}

const marks: Readonly<Record<string, string>> = {
  URL: "an address",
  HOSTX: "a host that few know",
  HOSTK: "a well-known host",
  HOSTL: "a local host",
  HOSTIP: "a host by number",
  URLVAR: "an address with a value in it",
  URLRUN: "an address of a program",
  MAIL: "a mail address",
  PATH: "a path",
  VAR: "a variable",
  NUM: "a number",
  LONGENC: "a long encoded string",
  ESCS: "escaped letters",
};
