/** Lines of a file, from 1, both ends included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export type MentionTarget =
  /** `isSure` is false of `@name` alone, which is a mention only where there is such a file. */
  | {
      readonly kind: "file";
      readonly path: string;
      readonly range?: LineRange | undefined;
      readonly isSure: boolean;
    }
  | { readonly kind: "folder"; readonly path: string; readonly isSure: boolean }
  | { readonly kind: "diff" | "staged" }
  /** `count` as it was typed. */
  | { readonly kind: "git"; readonly count: string }
  | { readonly kind: "url"; readonly url: string };

/** A place in a text that points at something. */
export type ParsedMention = MentionTarget & {
  /** As it was typed, the `@` included. */
  readonly raw: string;
  /** Offset of the `@` in UTF-16 units; `text.slice(start, start + raw.length)` is `raw`. */
  readonly start: number;
};

// What stands before a mention: nothing, a space, or what opens a bracket or a quotation. An e-mail address has a letter.
const beginning = /(?<![^\s\p{Ps}\p{Pi}"'`])@/gu;
// What ends a sentence around a mention is no part of it; a slash and the like may end a path.
const sentenceEnd = /(?:(?![/\\*#%&@])[\p{Pe}\p{Pf}\p{Po}`])+$/u;
const quoted = /^(?:(file|folder):)?"([^"\n]+)"(?::(\d+)(?:-(\d+))?(?![\d-]))?/;
// No space follows the punctuation of Chinese and Japanese.
const word = /^[^\s、。，；：！？]*/u;
// More than what any path has; a longer word is none.
const maxChars = 4_096;

/**
 * What a person points at in their words, in the order of the text: `@file:path[:a[-b]]`, `@folder:path`, `@diff`, `@staged`,
 * `@git:n`, `@url:https://…`, `@path`. A path with spaces stands in double quotes. Reads nothing but the text.
 */
export function parseMentions(text: string): readonly ParsedMention[] {
  const found: ParsedMention[] = [];
  let end = 0;
  for (const { index: start } of text.matchAll(beginning)) {
    // Within the quotes of the one before it.
    if (start < end) continue;
    const after = text.slice(start + 1, start + 1 + maxChars);
    const mention = parseQuoted(after) ?? parseWord(word.exec(after)?.[0] ?? "");
    if (mention === undefined) continue;
    const { chars, ...target } = mention;
    end = start + 1 + chars;
    found.push({ ...target, raw: text.slice(start, end), start });
  }
  return found;
}

/** `chars`: how much behind the `@` belongs to it. */
type Parsed = MentionTarget & { readonly chars: number };

function parseQuoted(after: string): Parsed | undefined {
  const match = quoted.exec(after);
  const [whole = "", keyword, path = "", first, last] = match ?? [];
  if (match === null) return undefined;
  const chars = whole.length;
  if (keyword === "folder") return { kind: "folder", path, isSure: true, chars };
  return { kind: "file", path, range: rangeOf(first, last), isSure: keyword === "file", chars };
}

function parseWord(typed: string): Parsed | undefined {
  // One that fills all that was looked at goes on.
  if (typed.length === maxChars) return undefined;
  // The working folder and the one above it are no ends of a sentence.
  const plain = /^folder:\.{1,2}$/.test(typed) ? typed : typed.replace(sentenceEnd, "");
  if (plain === "") return undefined;
  const chars = plain.length;
  if (plain === "diff" || plain === "staged") return { kind: plain, chars };
  const [, keyword, rest = ""] = /^(file|folder|git|url):(.*)$/su.exec(plain) ?? [];
  if (keyword !== undefined && rest === "") return undefined;
  if (keyword === "git") return { kind: "git", count: rest, chars };
  if (keyword === "url") return { kind: "url", url: rest, chars };
  if (keyword === "folder") return { kind: "folder", path: rest, isSure: true, chars };
  const isSure = keyword === "file";
  const named = isSure ? rest : plain;
  if (!isSure && named.endsWith("/")) return { kind: "folder", path: named, isSure, chars };
  const [, path = named, first, last] = /^(.+?):(\d+)(?:-(\d+))?$/su.exec(named) ?? [];
  return { kind: "file", path, range: rangeOf(first, last), isSure, chars };
}

function rangeOf(first: string | undefined, last: string | undefined): LineRange | undefined {
  if (first === undefined) return undefined;
  return { first: Number(first), last: Number(last ?? first) };
}
