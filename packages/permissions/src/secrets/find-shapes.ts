import { freeShapes } from "./free-shapes.ts";
import { isPlaceholder } from "./placeholders.ts";
import { providerShapes } from "./provider-shapes.ts";
import type { ProviderShape } from "./provider-shapes.ts";
import { looksRandom } from "./randomness.ts";
import type { TextSpan } from "./text-span.ts";

interface Bodied {
  readonly shape: ProviderShape;
  readonly pattern: RegExp;
}

/** Finds secrets by the way in which providers write them. */
export function createShapeFinder(): (text: string) => readonly TextSpan[] {
  const byPrefix = new Map<string, Bodied>();
  for (const shape of providerShapes) {
    const pattern = new RegExp(`${shape.body}{${shape.min},1024}`, "y");
    byPrefix.set(shape.prefix, { shape, pattern });
  }
  const prefixes = [...byPrefix.keys()].sort((left, right) => right.length - left.length);
  const start = new RegExp(`(?<![A-Za-z0-9_])(?:${trie(prefixes)})`, "g");

  return (text) => {
    const spans: TextSpan[] = [];
    for (const match of text.matchAll(start)) {
      if (isInsideBlob(text, match.index)) continue;
      const end = endOfBody(text, match.index, byPrefix.get(match[0]));
      if (end !== undefined) spans.push({ start: match.index, end });
    }
    for (const { pattern, accept } of freeShapes) {
      for (const { indices, 1: secret } of text.matchAll(pattern)) {
        const place = indices?.[1];
        if (place === undefined || secret === undefined || accept?.(secret) === false) continue;
        spans.push({ start: place[0], end: place[1] });
      }
    }
    return spans;
  };
}

/** A hash or a picture in base64 holds every short word sooner or later, beside its `+`, `/` and `-`. */
function isInsideBlob(text: string, start: number): boolean {
  if (!/[+/-]/.test(text.charAt(start - 1))) return false;
  const before = /[A-Za-z0-9+/_-]{16,40}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0];
  return before !== undefined && /[A-Za-z0-9]{12}/.test(before) && looksRandom(before, 16);
}

function endOfBody(text: string, start: number, found: Bodied | undefined): number | undefined {
  if (found === undefined) return undefined;
  const { shape, pattern } = found;
  pattern.lastIndex = start + shape.prefix.length;
  const body = pattern.exec(text)?.[0];
  if (body === undefined) return undefined;
  const trimmed = body.replace(/[-_.=]{1,3}$/, "");
  if (isPlaceholder(trimmed)) return undefined;
  if (shape.sure !== true && !looksRandom(trimmed, shape.min)) return undefined;
  return start + shape.prefix.length + body.length;
}

/** One pattern for many words, by their common beginnings: trying each of them at each place would take far longer. */
function trie(words: readonly string[]): string {
  const groups = new Map<string, string[]>();
  let ends = false;
  for (const word of words) {
    const [first = "", ...rest] = word;
    if (first === "") ends = true;
    else groups.set(first, [...(groups.get(first) ?? []), rest.join("")]);
  }
  if (groups.size === 0) return "";
  const branches = [...groups].map(([first, rests]) => `${escaped(first)}${trie(rests)}`);
  if (ends) return `(?:${branches.join("|")})?`;
  return branches.length === 1 ? (branches[0] ?? "") : `(?:${branches.join("|")})`;
}

function escaped(character: string): string {
  return /[A-Za-z0-9_]/.test(character) ? character : `\\${character}`;
}
