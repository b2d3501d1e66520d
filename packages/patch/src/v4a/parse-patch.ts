import type { PatchHeader } from "./patch-headers.ts";
import { isMarker, parseHeader, splitPatch } from "./patch-headers.ts";

export interface PatchProblem {
  /** Line of the patch, from 1; undefined where the patch as a whole is meant. */
  readonly line?: number | undefined;
  readonly path?: string | undefined;
  /** What is wrong and what was expected, as sentences. */
  readonly message: string;
}

export interface PatchHunk {
  /** Line of the patch on which it begins. */
  readonly line: number;
  /** What follows `@@`, from the outside to the inside; lines that stand before the change. */
  readonly anchors: readonly string[];
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** Ends where the file ends. */
  readonly atEnd: boolean;
}

export type PatchSection =
  | { readonly kind: "add"; readonly path: string; readonly line: number; readonly text: string }
  | { readonly kind: "delete"; readonly path: string; readonly line: number }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly line: number;
      readonly moveTo: string | undefined;
      readonly hunks: readonly PatchHunk[];
    };

export type ParsedPatch =
  | { readonly ok: true; readonly sections: readonly PatchSection[] }
  | { readonly ok: false; readonly problems: readonly PatchProblem[] };

interface PatchLine {
  readonly number: number;
  readonly text: string;
}

const expectedHeader =
  "expected *** Add File: path, *** Update File: path, *** Delete File: path or *** End Patch";

/**
 * Reads a patch in the V4A format. Strict about what it means, lenient about its wrapping: the Begin line, a shell's
 * here-document or a code fence around it, blanks at the ends of headers, line numbers after `@@`. The End line must be
 * there: without it nobody knows whether the rest of the patch was lost.
 *
 * @returns All problems with their lines; never throws.
 */
export function parsePatch(text: string): ParsedPatch {
  const problems: PatchProblem[] = [];
  const sections: PatchSection[] = [];
  const lines = unwrap(text, problems);
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (line === undefined) break;
    const header = parseHeader(line.text);
    at += 1;
    if (header === undefined) {
      if (line.text.trim() !== "") problems.push(unexpected(line, expectedHeader));
      continue;
    }
    const from = at;
    while (at < lines.length && !opensSection(lines[at])) at += 1;
    const section = parseSection({ header, line: line.number, body: lines.slice(from, at), problems });
    if (section !== undefined) sections.push(section);
  }
  if (sections.length === 0 && problems.length === 0)
    problems.push({ message: `The patch is empty; ${expectedHeader}.` });
  if (problems.length === 0) return { ok: true, sections };
  return { ok: false, problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

/** Takes off what is around a patch, and complains of what is neither patch nor wrapping. */
function unwrap(text: string, problems: PatchProblem[]): PatchLine[] {
  const lines = splitPatch(text).map((line, index) => ({ number: index + 1, text: line }));
  const begin = lines.findIndex((line) => isMarker(line.text, "begin patch"));
  const start = begin === -1 ? lines.findIndex((line) => !isWrapping(line.text)) : begin + 1;
  const before = lines.slice(0, Math.max(0, begin)).filter((line) => !isWrapping(line.text));
  const [stray] = before;
  if (stray !== undefined) problems.push(unexpected(stray, "expected *** Begin Patch"));
  const ends = lines.findLastIndex((line) => isMarker(line.text, "end patch"));
  if (start === -1) return [];
  if (ends < start) {
    const last = lines.findLastIndex((line) => !isWrapping(line.text)) + 1;
    problems.push({
      line: last,
      message: "expected *** End Patch after this line: the patch seems to be cut off. Send all of it again.",
    });
    return lines.slice(start, last);
  }
  const after = lines.slice(ends + 1).find((line) => !isWrapping(line.text));
  if (after !== undefined) problems.push(unexpected(after, "expected nothing after *** End Patch"));
  return lines.slice(start, ends);
}

function isWrapping(line: string): boolean {
  const trimmed = line.trim();
  return trimmed === "" || /^(?:`{3,}\w*|EOF|PATCH|.*<<-?\s*['"]?\w+['"]?)$/.test(trimmed);
}

function opensSection(line: PatchLine | undefined): boolean {
  const kind = line === undefined ? undefined : parseHeader(line.text)?.kind;
  return kind !== undefined && kind !== "move-to";
}

function unexpected({ number, text }: PatchLine, expected: string): PatchProblem {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return { line: number, message: `${expected}, found ${JSON.stringify(shown)}.` };
}

interface RawSection {
  readonly header: PatchHeader;
  readonly line: number;
  readonly body: readonly PatchLine[];
  readonly problems: PatchProblem[];
}

function parseSection({ header, line, body, problems }: RawSection): PatchSection | undefined {
  const { kind, path, to } = header;
  if (path === "" || (kind === "move" && (to ?? "") === "")) {
    problems.push({ line, message: "expected a path after the colon." });
    return undefined;
  }
  switch (kind) {
    case "add":
      return { kind, path, line, text: parseAdded(body, problems) };
    case "delete":
      refuseContent(body, problems, "a file that is deleted has no lines");
      return { kind, path, line };
    case "move":
      refuseContent(body, problems, "a file that is moved by *** Move File has no lines");
      return { kind: "update", path, line, moveTo: to, hunks: [] };
    case "move-to":
      problems.push({ line, message: "*** Move to: belongs right after *** Update File: path." });
      return undefined;
    case "update":
      return parseUpdate({ header, line, body, problems });
  }
}

function refuseContent(body: readonly PatchLine[], problems: PatchProblem[], why: string): void {
  const content = body.find((each) => each.text.trim() !== "");
  if (content !== undefined) problems.push(unexpected(content, `${why}; ${expectedHeader}`));
}

function parseAdded(body: readonly PatchLine[], problems: PatchProblem[]): string {
  const last = body.findLastIndex((line) => line.text.trim() !== "");
  const lines: string[] = [];
  for (const line of body.slice(0, last + 1)) {
    if (isMarker(line.text, "end of file")) continue;
    // An empty line is one whose plus got lost on the way.
    if (!line.text.startsWith("+") && line.text.trim() !== "") {
      problems.push(unexpected(line, "a new file has lines that begin with +"));
      break;
    }
    lines.push(line.text.slice(1));
  }
  return lines.map((line) => `${line}\n`).join("");
}

function parseUpdate({ header, line, body, problems }: RawSection): PatchSection {
  const { path } = header;
  let moveTo: string | undefined;
  let at = 0;
  for (; at < body.length; at += 1) {
    const text = body[at]?.text ?? "";
    const move = parseHeader(text);
    if (move?.kind === "move-to" && moveTo === undefined) {
      moveTo = move.path;
      if (moveTo === "")
        problems.push({ line: body[at]?.number, message: "expected a path after the colon." });
    } else if (/^--- \S/.test(text) && /^\+\+\+ \S/.test(body[at + 1]?.text ?? "")) {
      // The names of a unified diff, which say what the header said.
      at += 1;
    } else if (text.trim() !== "") break;
  }
  const known = problems.length;
  const hunks = splitHunks(body.slice(at), problems);
  if (hunks.length === 0 && moveTo === undefined && problems.length === known)
    problems.push({ line, path, message: "*** Update File has no lines that change anything." });
  return { kind: "update", path, line, moveTo, hunks };
}

interface OpenHunk {
  line: number;
  anchors: string[];
  /** Has an `@@` line with line numbers, which nobody counts right. */
  numbered: boolean;
  lines: PatchLine[];
  atEnd: boolean;
}

function splitHunks(body: readonly PatchLine[], problems: PatchProblem[]): PatchHunk[] {
  const hunks: PatchHunk[] = [];
  let open: OpenHunk | undefined;
  const begin = ({ number }: PatchLine): OpenHunk => ({
    line: number,
    anchors: [],
    numbered: false,
    lines: [],
    atEnd: false,
  });
  const close = () => {
    const hunk = open === undefined ? undefined : closeHunk(open, problems);
    if (hunk !== undefined) hunks.push(hunk);
    open = undefined;
  };
  for (const line of body) {
    const anchor = parseAnchor(line.text);
    if (anchor !== undefined) {
      if (open !== undefined && open.lines.some((each) => each.text.trim() !== "")) close();
      open ??= begin(line);
      if (anchor !== "") open.anchors.push(anchor);
      else if (/\d/.test(line.text)) open.numbered = true;
    } else if (isMarker(line.text, "end of file")) {
      if (open !== undefined) open.atEnd = true;
      close();
    } else if (parseHeader(line.text)?.kind === "move-to") {
      problems.push({
        line: line.number,
        message: "*** Move to: belongs right after *** Update File: path.",
      });
    } else if (!line.text.startsWith("\\ No newline")) {
      open ??= begin(line);
      open.lines.push(line);
    }
  }
  close();
  return hunks;
}

/** What follows `@@`; empty when it says nothing but line numbers, which nobody counts right. */
function parseAnchor(line: string): string | undefined {
  const match = /^@@(.*)$/.exec(line);
  if (match === null) return undefined;
  const rest = match[1] ?? "";
  const numbered = /^\s*-\d+(?:,\d+)?\s+\+\d+(?:,\d+)?\s*(?:@@.*)?$/.test(rest);
  if (numbered || /^\s*(?:line\s+)?\d+\s*(?:@@)?$/i.test(rest)) return "";
  return rest
    .replace(/\s*@@\s*$/, "")
    .replace(/^ /, "")
    .trimEnd();
}

/** An empty line is one whose blank got lost on the way; everything else says by its sign what it is. */
function isHunkLine({ text }: PatchLine): boolean {
  return text.trim() === "" || /^[ +-]/.test(text);
}

function closeHunk(
  { line, anchors, numbered, lines, atEnd }: OpenHunk,
  problems: PatchProblem[],
): PatchHunk | undefined {
  const stray = lines.find((each) => !isHunkLine(each));
  if (stray !== undefined) {
    problems.push(unexpected(stray, "expected a line of the hunk that begins with a blank, - or +"));
    return undefined;
  }
  // Empty lines at the end part the hunk from what follows; a line of the file would have a blank before it.
  const last = lines.findLastIndex((each) => each.text !== "");
  const used = lines.slice(0, last + 1);
  if (used.length === 0 && !atEnd) {
    if (anchors.length > 0)
      problems.push({ line, message: "@@ is followed by no line that changes anything." });
    return undefined;
  }
  const old: string[] = [];
  const becomes: string[] = [];
  let changes = false;
  for (const { text } of used) {
    const sign = text[0];
    const body = text.slice(1);
    if (sign !== "+") old.push(body);
    if (sign !== "-") becomes.push(body);
    changes ||= sign === "+" || sign === "-";
  }
  if (!changes) {
    problems.push({ line, message: "The hunk has no line that begins with + or -; it changes nothing." });
    return undefined;
  }
  if (old.length === 0 && numbered && anchors.length === 0 && !atEnd) {
    problems.push({
      line,
      message: "The hunk only adds lines, and line numbers are not read. Add lines around them as context.",
    });
    return undefined;
  }
  return { line, anchors, old, new: becomes, atEnd };
}
