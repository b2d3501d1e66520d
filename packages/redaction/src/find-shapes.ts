import { createEffort } from "./effort.ts";
import type { Effort } from "./effort.ts";
import { freeShapes } from "./free-shapes.ts";
import { isPlaceholder } from "./placeholders.ts";
import { providerShapes } from "./provider-shapes.ts";
import type { ProviderShape } from "./provider-shapes.ts";
import { looksDrawn, looksRandom } from "./randomness.ts";
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
  const start = new RegExp(trie([...byPrefix.keys()]), "g");

  return (text) => {
    const spans: TextSpan[] = [];
    const effort = createEffort(text);
    for (const { index, 0: prefix } of text.matchAll(start)) {
      if (index < (spans.at(-1)?.end ?? 0)) continue;
      const found = byPrefix.get(prefix);
      if (found === undefined || !isBoundary(text, index) || isInsideBlob(text, index)) continue;
      const end = endOfBody(text, index, found, effort);
      if (end !== undefined) spans.push({ start: index, end });
    }
    for (const { pattern, before, accept } of freeShapes) {
      for (const { indices, 1: secret } of text.matchAll(pattern)) {
        const place = indices?.[1];
        if (place === undefined || secret === undefined || accept?.(secret) === false) continue;
        const head = before?.exec(text.slice(Math.max(0, place[0] - 40), place[0]));
        if (head !== null) spans.push({ start: place[0] - (head?.[0].length ?? 0), end: place[1] });
      }
    }
    return spans;
  };
}

/** A word begins here, be it after an escape: `%20`, `\n`, `\u0026`, a colour of a terminal. */
function isBoundary(text: string, at: number): boolean {
  if (!/[A-Za-z0-9_]/.test(text.charAt(at - 1))) return true;
  // eslint-disable-next-line no-control-regex -- terminals colour their output with it
  return /(?:%[0-9A-Fa-f]{2}|\\[nrt]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\u001b\[[\d;]{0,8}m)$/.test(
    text.slice(Math.max(0, at - 12), at),
  );
}

/** A hash or a picture in base64 holds every short word sooner or later, beside its `+`, `/` and `-`. */
function isInsideBlob(text: string, start: number): boolean {
  if (!/[+/-]/.test(text.charAt(start - 1))) return false;
  const before = text.slice(Math.max(0, start - 24), start);
  return /^[A-Za-z0-9+/_-]{24}$/.test(before) && /[A-Za-z0-9]{12}/.test(before) && looksRandom(before, 24);
}

function endOfBody(
  text: string,
  start: number,
  { shape, pattern }: Bodied,
  effort: Effort,
): number | undefined {
  pattern.lastIndex = start + shape.prefix.length;
  const body = pattern.exec(text)?.[0];
  if (body === undefined) return undefined;
  const end = start + shape.prefix.length + body.length;
  if (effort.isSpent(body.length)) return end;
  const trimmed = body.replace(/[-_.=]{1,3}$/, "");
  if (isPlaceholder(trimmed)) return undefined;
  return shape.sure === true || looksDrawn(trimmed, shape.min) ? end : undefined;
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
