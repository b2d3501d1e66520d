import { findRefusal } from "../find-refusal.ts";

export interface CleanOptions {
  /** The rest is left out. */
  readonly maxChars: number;
  /** Told once when lines are left out. */
  readonly onRefused: (reason: string) => void;
}

/**
 * A untrusted text without invisible characters and without the lines that read like orders or secrets, each with a note
 * in its place. A scanner, no proof: what is left is still data and nothing else.
 */
export function cleanRecalled(text: string, { maxChars, onRefused }: CleanOptions): string {
  const visible = cut(text.replaceAll(invisible, "").trim(), maxChars);
  const reason = findRefusal(visible);
  if (reason === undefined) return visible;
  onRefused(reason);
  const lines = visible
    .split("\n")
    .map((line) => (findRefusal(line) === undefined ? line : leftOut("A line")));
  const kept = lines.join("\n");
  // An order that is spread over lines is in none of them.
  return findRefusal(kept) === undefined ? kept : leftOut("A text");
}

function leftOut(what: string): string {
  return `[${what} is left out: it reads like an order or a secret.]`;
}

/** At the end of a line, where there is one. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, "");
  const end = start.lastIndexOf("\n");
  return `${end > maxChars / 2 ? start.slice(0, end) : start}\n[The rest is left out.]`;
}

const invisible =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/gu;
