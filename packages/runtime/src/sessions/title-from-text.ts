const maxColumns = 60;
/** A pasted book is no title; its beginning is enough to find one. */
const readChars = 4_000;

/**
 * A title from what a person asked first: its first sentence, without a greeting that stands by itself. Markdown
 * is read, a block of code is left out where there are words beside it, and paths and addresses are shortened.
 *
 * @returns At most 60 columns; undefined when nothing is left.
 */
export function titleFromText(text: string): string | undefined {
  const begun = text.slice(0, readChars);
  const words = linesOf(begun.replace(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ *\1[^\n]*$|$(?![\s\S]))/gm, ""));
  const lines = words.length > 0 ? words : linesOf(begun.replace(/^ *(?:`{3,}|~{3,}).*$/gm, ""));
  const sentence = firstSaid(lines.flatMap(sentencesOf));
  const title = cut(sentence).replace(/[.。:：,，;；]+$/u, "");
  return title === "" ? undefined : capital(title);
}

/** Lines that were broken to fit are one again; what is quoted is left out where there is something else. */
function linesOf(text: string): readonly string[] {
  const joined = text.replace(/([^\s,，])[ \t]*\r?\n(?=[ \t]*[\p{L}\p{N}])(?![ \t]*\d{1,3}[.)]\s)/gu, "$1 ");
  const lines = joined.split(/\r?\n/).filter((line) => /[\p{L}\p{N}]/u.test(line));
  const own = lines.filter((line) => !/^\s*>/.test(line));
  return (own.length > 0 ? own : lines).map((line) => shortNames(plain(line)));
}

/** Without the marks of Markdown. */
function plain(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ x]\]\s+)?|\d{1,3}[.)]\s+)+/, "")
    .replace(/!?\[([^\]]+)\]\([^)\s]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`+)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}

/** Addresses to their host and last part, paths to their last part. */
function shortNames(line: string): string {
  return line
    .replace(/\b[a-z]+:\/\/[^\s<>"']+/gi, shortAddress)
    .replace(
      /(?<![\p{L}\p{N}:/.])@?(?:~|\.{1,2})?\/?(?:[\p{L}\p{N}_.@+-]+\/){2,}[\p{L}\p{N}_.@+-]*/gu,
      lastPart,
    )
    .replace(/(?<![\p{L}\p{N}])[A-Z]:\\(?:[^\\\s]+\\)*([^\\\s]+)/gu, "$1");
}

function shortAddress(address: string): string {
  const ended = /[.,;:!?)\]]*$/.exec(address)?.[0] ?? "";
  const [, host = "", path = ""] =
    /^[a-z]+:\/\/(?:[^/@]*@)?(?:www\.)?([^/?#]+)([^?#]*)/i.exec(
      address.slice(0, address.length - ended.length),
    ) ?? [];
  const last = path.split("/").findLast((part) => part !== "");
  return `${host}${last === undefined ? "" : `/${last}`}${ended}`;
}

function lastPart(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? path;
}

function sentencesOf(line: string): readonly string[] {
  const all = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(line)];
  return all.map(({ segment }) => segment.trim()).filter((sentence) => sentence !== "");
}

/** The first sentence that says something: one of three words or fewer that asks nothing opens what follows, as a greeting does. */
function firstSaid(sentences: readonly string[]): string {
  return sentences.find((sentence) => /[?？]/.test(sentence) || wordsIn(sentence) > 3) ?? sentences[0] ?? "";
}

function wordsIn(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;
}

/** As many whole words as fit. */
function cut(text: string): string {
  if (columnsOf(text) <= maxColumns) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (columnsOf(kept + segment) > maxColumns - 1) break;
    kept += segment;
  }
  if (kept.trim() !== "") return `${kept.replace(/[\s\p{P}]+$/u, "")}…`;
  return `${[...text].slice(0, maxColumns / 2).join("")}…`;
}

/** Wide characters count two; whoever draws it measures for themselves. */
function columnsOf(text: string): number {
  const wide =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60\u3000-\u303f]/u;
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}

/** A name that is written small on purpose, such as a command or a file, stays so. */
function capital(title: string): string {
  const [first = ""] = title.split(" ", 1);
  if (!/^[\p{Ll}\p{M}'’-]+[,:;!?…]?$/u.test(first)) return title;
  return title.slice(0, 1).toLocaleUpperCase("und") + title.slice(1);
}
