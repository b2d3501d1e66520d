import { splitFrontMatter } from "../format/split-front-matter.ts";
import { kindOf, textOf } from "./skill-package.ts";
import type { PackageFile } from "./skill-package.ts";

/**
 * A stretch of one file that is read in one way.
 * `description`: what every prompt shows. `prose`: sentences for the agent. `command`: code between backticks in a sentence.
 * `block`: a fenced block. `script`: a file that is run, or a template that code is made from. `hidden`: what a rendered page
 * doesn't show. `data`: any other text.
 */
export interface Span {
  readonly kind: "description" | "prose" | "command" | "block" | "script" | "hidden" | "data";
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The sentence or the lines around, which say whether the text is to be done, to be avoided, or talked about. */
  readonly around: string;
}

/** Takes a file apart. Bytes that are no text give nothing. */
export function readSpans(file: PackageFile): readonly Span[] {
  const text = textOf(file);
  if (text === undefined) return [];
  const kind = kindOf(file);
  if (kind === "markdown") return markdownSpans(file.path, text);
  const whole = { file: file.path, line: 1, text, around: "" };
  if (kind === "script" || kind === "manifest") return [{ ...whole, kind: "script" }];
  return [{ ...whole, kind: "data" }];
}

function markdownSpans(path: string, text: string): Span[] {
  const { yaml, body, bodyLine } = splitFrontMatter(text);
  const spans: Span[] = [];
  if (yaml !== undefined) {
    // Comments of YAML are seen by nobody but the agent that reads the file whole.
    for (const [index, line] of yaml.split("\n").entries()) {
      const comment = /(?:^|\s)#\s*(.*)$/.exec(line)?.[1];
      const common = { file: path, line: index + 1, around: line };
      if (line.trim().startsWith("#") && comment !== undefined) {
        spans.push({ ...common, kind: "hidden", text: comment });
      } else if (line.trim() !== "") spans.push({ ...common, kind: "description", text: line });
    }
    spans.push({ kind: "description", file: path, line: 2, text: yaml.replace(/\s+/g, " "), around: "" });
  }
  const { visible, hidden } = takeHidden(body);
  for (const part of hidden) {
    spans.push({ kind: "hidden", file: path, line: bodyLine + part.line, text: part.text, around: "" });
  }
  return [...spans, ...blockSpans(path, visible, bodyLine)];
}

interface HiddenPart {
  /** Lines after the start of the body. */
  readonly line: number;
  readonly text: string;
}

/** A page with more hidden parts is shown for that many. */
const maxHidden = 200;

// Every gap has an end: a text made to keep a pattern busy must not hold up whoever scans it.
const hiddenForms: readonly RegExp[] = [
  /<!--([\s\S]*?)(?:-->|$)/g,
  /^\[(?:\/\/|comment|\^?[#_.-]+)\]:\s*(?:#|<>|\S+)?\s*[("'](.*)[)"']\s*$/gim,
  /<(\w+)\b[^>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?!\.)|color\s*:\s*(?:white|#fff(?:fff)?|transparent)|\shidden(?=[\s>=])|aria-hidden)[^>]{0,200}>([\s\S]{0,4000}?)<\/\1>/gi,
  /<(?:template|noscript|script|style)\b[^>]{0,200}>([\s\S]{0,8000}?)<\/(?:template|noscript|script|style)>/gi,
  /!\[([^\]]{60,2000})\]\([^)\n]{0,500}\)/g,
  /\]\([^)\s]{0,500}\s+"([^"]{60,2000})"\)/g,
];

/** Blanks out what a reader of the rendered page doesn't see, and gives it apart. Code is left alone. */
function takeHidden(body: string): { readonly visible: string; readonly hidden: readonly HiddenPart[] } {
  const hidden: HiddenPart[] = [];
  const code = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1`*~*\s*$|$(?![\s\S]))|(`+)[^`\n]+\2/gm;
  const fences = [...body.matchAll(code)];
  const inFence = (at: number): boolean =>
    fences.some(({ index, 0: text }) => at >= index && at < index + text.length);
  let visible = body;
  for (const form of hiddenForms) {
    visible = visible.replace(form, (whole: string, ...groups: unknown[]) => {
      const at = Number(groups.find((group) => typeof group === "number"));
      if (hidden.length > maxHidden || inFence(at)) return whole;
      // The last argument is the text that was searched; the one before it the place.
      const inside = groups
        .slice(0, -2)
        .filter((group) => typeof group === "string")
        .join(" ");
      hidden.push({ line: body.slice(0, at).split("\n").length - 1, text: inside });
      // The first form of several that overlap takes it; what remains keeps its place.
      return whole.replace(/[^\n]/g, " ");
    });
  }
  let blankLines = 0;
  const lines = visible.split("\n");
  for (const [line, text] of lines.entries()) {
    if (text.trim() === "") blankLines++;
    else {
      // Nobody scrolls so far down, or to the right.
      if (blankLines >= 30 && line > 30) hidden.push({ line, text: lines.slice(line, line + 50).join("\n") });
      blankLines = 0;
    }
    const far = /(?<![ \t])[ \t]{100,}(\S.*)$/.exec(text)?.[1];
    if (far !== undefined) hidden.push({ line, text: far });
  }
  return { visible, hidden };
}

function blockSpans(path: string, body: string, bodyLine: number): Span[] {
  const spans: Span[] = [];
  const lines = body.split("\n");
  let heading = "";
  let paragraph: string[] = [];
  let start = 0;
  const flush = (): void => {
    if (paragraph.length > 0)
      spans.push(...proseSpans(path, paragraph.join("\n"), bodyLine + start, heading));
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const [, fence] = /^\s*(?:[-*>]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      const before = `${heading}\n${lines.slice(Math.max(0, index - 2), index).join(" ")}`;
      flush();
      const end = lines.findIndex((text, at) => at > index && text.trim().startsWith(fence));
      const last = end === -1 ? lines.length : end;
      const text = lines.slice(index + 1, last).join("\n");
      spans.push({ kind: "block", file: path, line: bodyLine + index + 1, text, around: before });
      index = last;
    } else if (/^#{1,6}\s/.test(line)) {
      flush();
      heading = line;
      spans.push({ kind: "prose", file: path, line: bodyLine + index, text: line, around: line });
    } else if (line.trim() === "" || /^\s*(?:[-*+]|\d+[.)])\s/.test(line)) {
      flush();
      if (line.trim() !== "") {
        paragraph = [line];
        start = index;
      }
    } else {
      if (paragraph.length === 0) start = index;
      paragraph.push(line);
    }
  }
  flush();
  return spans;
}

/** A sentence is no longer than that to both sides. */
const nearbyChars = 600;
const maxCommands = 200;

/** Code between backticks is a span of its own, with its sentence around it. */
function proseSpans(path: string, paragraph: string, line: number, heading: string): Span[] {
  const spans: Span[] = [];
  const text = paragraph.replace(/\s+/g, " ");
  spans.push({ kind: "prose", file: path, line, text, around: `${heading}\n${text}` });
  let commands = 0;
  for (const match of paragraph.matchAll(/(`+)([\s\S]*?[^`])\1(?!`)/g)) {
    // Nobody writes that many; what is left is read as one piece.
    if (commands++ === maxCommands) {
      const rest = paragraph.slice(match.index).replaceAll("`", " ");
      const at = line + countLines(paragraph, match.index);
      return [...spans, { kind: "block", file: path, line: at, text: rest, around: heading }];
    }
    const command = match[2] ?? "";
    const from = Math.max(0, match.index - nearbyChars);
    const nearby = paragraph.slice(from, match.index + match[0].length + nearbyChars);
    const sentence = sentenceAt(nearby, match.index - from, match[0].length);
    const at = line + countLines(paragraph, match.index);
    spans.push({ kind: "command", file: path, line: at, text: command, around: `${heading}\n${sentence}` });
  }
  return spans;
}

/** The sentence around a place; full stops inside of code don't end it. */
export function sentenceAt(text: string, at: number, length: number): string {
  const masked = text.replace(/`[^`]*`/g, (code) => "_".repeat(code.length));
  const ends = [...masked.slice(0, at).matchAll(/[.!?](?=\s)|\n(?=\s*(?:[-*]|\d+[.)])\s)/g)];
  const from = (ends.at(-1)?.index ?? -1) + 1;
  const after = masked.slice(at + length).search(/[.!?](?=\s|$)|\n(?=\s*(?:[-*]|\d+[.)])\s)/);
  return text.slice(from, after === -1 ? text.length : at + length + after + 1).trim();
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
