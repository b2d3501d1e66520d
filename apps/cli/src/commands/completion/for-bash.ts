import type { Offers } from "./offers-at.ts";

/** The quote that is open where the cursor is. */
type OpenQuote = "" | "'" | '"';

export interface BashLine {
  /** Without their quotes, behind the program; the last one is being typed. */
  readonly words: readonly string[];
  /** The last word as it is typed, without a backslash at its end. */
  readonly raw: string;
  readonly open: OpenQuote;
}

/** Splits a command line as bash does. Nothing is expanded: `$(…)` is text. */
export function wordsOfLine(line: string): BashLine {
  const words: string[] = [];
  let word: string | undefined;
  let start = 0;
  let end = line.length;
  let open: OpenQuote = "";
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? "";
    if (open === "" && /[ \t\n]/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (word === undefined) {
      word = "";
      start = at;
    }
    if (letter === open) open = "";
    else if (open === "" && (letter === "'" || letter === '"')) open = letter;
    else if (letter === "\\" && open !== "'") {
      const next = line[at + 1];
      // bash puts in what candidates begin with alike, which may end within an escape.
      if (next === undefined) {
        end = at;
        break;
      }
      const isEscape = open === "" || /["\\$`]/.test(next);
      word += isEscape ? next : letter;
      if (isEscape) at += 1;
    } else word += letter;
  }
  const raw = word === undefined ? "" : line.slice(start, end);
  return { words: [...words.slice(1), ...(words.length === 0 ? [] : [word ?? ""])], raw, open };
}

export interface BashContext extends BashLine {
  /** What bash holds for the word, and puts the candidate in the place of: of `a:b` only what stands behind the colon. */
  readonly held: string;
}

/** What stands in the place of the word: what is typed stays as it is, and the rest of the candidate is quoted for where it stands. */
export function bashLines(
  { offers, typed, before }: Offers,
  { words, raw, open, held }: BashContext,
): readonly string[] {
  const kept = raw.slice(replacedFrom(raw, open, held));
  const fitting = offers.filter(({ value }) => value.startsWith(typed));
  return fitting.map(({ value, description }) => {
    const rest = `${before}${value}`.slice((words.at(-1) ?? "").length);
    return `${kept}${quotedRest(rest, open)}\t${description}`;
  });
}

function replacedFrom(raw: string, open: OpenQuote, held: string): number {
  // An open quote begins the word for readline, which closes it, too.
  if (open !== "") return openedAt(raw, open) + 1;
  // A break such as `=` or `:` is a word of its own.
  if (/^[=:]+$/.test(held) && raw.endsWith(held)) return raw.length;
  const ours = [held, held.replace(/\\$/, "")].find((each) => raw.endsWith(each));
  return ours === undefined ? 0 : raw.length - ours.length;
}

function openedAt(raw: string, open: OpenQuote): number {
  let at = raw.length - 1;
  while (at > 0 && wordsOfLine(`x ${raw.slice(0, at)}`).open === open) at -= 1;
  return at;
}

function quotedRest(text: string, open: OpenQuote): string {
  if (open === "'") return closed(text.replaceAll("'", "'\\''"), open);
  // Within double quotes nothing keeps `!` from meaning the history.
  if (open === '"') return closed(text.replace(/["\\$`]/g, "\\$&").replaceAll("!", `"'!'"`), open);
  return text.replace(/[^\p{L}\p{N}_./@%+,:=-]/gu, "\\$&");
}

/** readline closes the quote, but where the text ends with one. */
function closed(text: string, open: OpenQuote): string {
  return text.endsWith(open) ? text + open : text;
}
