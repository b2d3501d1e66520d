import { createEffort } from "./effort.ts";
import { isPlaceholder, isReference } from "./placeholders.ts";
import { providerPrefixes } from "./provider-prefixes.ts";
import { looksDrawn, looksRandom } from "./randomness.ts";
import { keyShapes, secretPlaces, wordStart } from "./secret-shapes.ts";
import type { SecretShape } from "./secret-shapes.ts";
import type { TextSpan } from "./text-span.ts";

/** Finds secrets that are known by how they are written: the keys of providers, tokens, private keys, webhooks. */
export function createKeyFinder(): (text: string) => readonly TextSpan[] {
  const findPrefixes = createPrefixFinder();
  return (text) => [...findPrefixes(text), ...findShapes(text, keyShapes)];
}

/** Finds what stands in places that are made for secrets: headers, cookies, URLs, flags, login files. */
export function findInPlaces(text: string): readonly TextSpan[] {
  return findShapes(text, secretPlaces);
}

function findShapes(text: string, shapes: readonly SecretShape[]): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  const there = new Map<string, boolean>();
  for (const shape of shapes) {
    const { needs, within, pattern } = shape;
    if (needs !== undefined && !there.has(needs)) there.set(needs, text.includes(needs));
    if (needs !== undefined && there.get(needs) !== true) continue;
    if (within === undefined) addMatches(text, shape, text.matchAll(pattern), 0, spans);
    else
      for (const { 1: part = "", indices } of text.matchAll(within))
        addMatches(text, shape, part.matchAll(pattern), indices?.[1]?.[0] ?? 0, spans);
  }
  return spans;
}

function addMatches(
  text: string,
  shape: SecretShape,
  matches: Iterable<RegExpExecArray>,
  offset: number,
  spans: TextSpan[],
): void {
  for (const { 1: secret = "", indices } of matches) {
    const place = indices?.[1];
    if (place === undefined || !isAccepted(secret, shape)) continue;
    const [start, end] = [place[0] + offset, place[1] + offset];
    const head = shape.before?.exec(text.slice(Math.max(0, start - 40), start));
    if (head !== null) spans.push({ start: start - (head?.[0].length ?? 0), end });
  }
}

function isAccepted(secret: string, { accept, certain }: SecretShape): boolean {
  if (certain !== true && (isPlaceholder(secret) || isReference(secret))) return false;
  if (accept === "no-word") return secret.length >= 12 || /\d|[^\w.-]/.test(secret);
  return accept === undefined || looksRandom(secret.replace(/^:|=+$/g, ""), accept);
}

/** Finds what begins as the keys of providers do. All beginnings are one pattern: trying each at each place would take far longer. */
function createPrefixFinder(): (text: string) => readonly TextSpan[] {
  const known = new Map(
    providerPrefixes.flatMap(({ prefixes, alphabet, min, sure = false }) =>
      prefixes
        .split(" ")
        .map((prefix) => [prefix, { body: new RegExp(`${alphabet}{${min},1024}`, "y"), min, sure }] as const),
    ),
  );
  const start = new RegExp(trie([...known.keys()]), "g");
  const boundary = new RegExp(wordStart, "y");

  return (text) => {
    const spans: TextSpan[] = [];
    const effort = createEffort(text);
    for (const { index, 0: prefix } of text.matchAll(start)) {
      if (index < (spans.at(-1)?.end ?? 0)) continue;
      const key = known.get(prefix);
      boundary.lastIndex = index;
      if (key === undefined || !boundary.test(text) || isInsideBlob(text, index)) continue;
      key.body.lastIndex = index + prefix.length;
      const body = key.body.exec(text)?.[0];
      if (body === undefined) continue;
      const trimmed = body.replace(/[-_.=]{1,3}$/, "");
      const isKey =
        effort.isSpent(body.length) ||
        (!isPlaceholder(trimmed) && (key.sure || looksDrawn(trimmed, key.min)));
      if (isKey) spans.push({ start: index, end: index + prefix.length + body.length });
    }
    return spans;
  };
}

/** A hash or a picture in base64 holds every short word sooner or later, beside its `+`, `/` and `-`. */
function isInsideBlob(text: string, start: number): boolean {
  if (!/[+/-]/.test(text.charAt(start - 1))) return false;
  const before = text.slice(Math.max(0, start - 24), start);
  return /^[A-Za-z0-9+/_-]{24}$/.test(before) && /[A-Za-z0-9]{12}/.test(before) && looksRandom(before, 24);
}

/** One pattern for many words, by their common beginnings. */
function trie(words: readonly string[]): string {
  const firsts = new Set(words.map((word) => word.charAt(0)).filter((first) => first !== ""));
  if (firsts.size === 0) return "";
  const branches = [...firsts].map((first) => {
    const rests = words.filter((word) => word.startsWith(first)).map((word) => word.slice(1));
    return `${first.replace(/\W/, String.raw`\$&`)}${trie(rests)}`;
  });
  return `(?:${branches.join("|")})${words.includes("") ? "?" : ""}`;
}
