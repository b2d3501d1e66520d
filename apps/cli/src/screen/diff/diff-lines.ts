import { cleanText } from "../../render/clean-text.ts";
import { moreLines } from "../../render/count-of.ts";
import { fit, oneLine } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { drawLine, type Mark, type Span } from "../text/span.ts";
import { cutSpans } from "../text/wrap-spans.ts";
import { changedParts } from "./changed-part.ts";
import { type DiffFile, type DiffHunk, type DiffLine, readDiff } from "./read-diff.ts";

export interface DiffLinesOptions {
  /** No line is wider. */
  readonly columns: number;
  readonly style: Style;
  /** More lines end in one that says how many there are. @default Infinity */
  readonly most?: number | undefined;
  /** Whether each file's name stands above its lines. @default true */
  readonly heads?: boolean | undefined;
}

/**
 * A unified diff for a person: the file with how much changed in it, then each line behind its number and sign. A line
 * that is removed has the number that it had before, any other the one that it has now.
 */
export function diffLines(
  diff: string,
  { columns, style, most = Infinity, heads = true }: DiffLinesOptions,
): readonly string[] {
  const lines = readDiff(diff).flatMap((file, index) => [
    ...(index > 0 ? [""] : []),
    ...(heads ? headLines(file, columns, style) : []),
    ...fileLines(file, columns, style),
  ]);
  // A cut that saves a line is none.
  if (lines.length <= most + 1) return lines;
  return [...lines.slice(0, most), style.dim(fit(`… ${moreLines(lines.length - most)} (Ctrl-O)`, columns))];
}

/** None where nothing is known of a file. */
function headLines(
  { path, kind, added, removed }: DiffFile,
  columns: number,
  style: Style,
): readonly string[] {
  const counts = [added > 0 ? `+${added}` : "", removed > 0 ? `-${removed}` : ""].filter(
    (part) => part !== "",
  );
  const said = [...(kind === "changed" ? [] : [kind]), ...counts].join(" ");
  const name = fit(oneLine(path ?? ""), Math.max(1, columns - said.length - 2));
  const shown = [
    ...(name === "" ? [] : [style.bold(name)]),
    ...(kind === "changed" ? [] : [style.dim(kind)]),
    ...counts.map((count) => (count.startsWith("+") ? style.added(count) : style.removed(count))),
  ];
  return shown.length === 0 ? [] : [shown.join(" ")];
}

function fileLines({ hunks, notes }: DiffFile, columns: number, style: Style): readonly string[] {
  const last = hunks.flatMap(({ lines }) => lines.map(({ number }) => number));
  const digits = String(last.reduce((most, number) => Math.max(most, number), 0)).length;
  const gap = style.dim("⋮".padStart(digits));
  return [
    ...hunks.flatMap((hunk, index) => [
      ...(index > 0 ? [gap] : []),
      ...hunkLines(hunk, { columns, style, digits }),
    ]),
    ...notes.map((note) => style.dim(fit(oneLine(note), columns))),
  ];
}

interface LineOptions {
  readonly columns: number;
  readonly style: Style;
  readonly digits: number;
}

function hunkLines({ lines }: DiffHunk, options: LineOptions): readonly string[] {
  const parts = partsOf(lines);
  return lines.flatMap((line) => lineLines(line, parts.get(line) ?? [line.text], options));
}

/** Lines that took each other's place, as what stayed, what changed and what stayed. */
function partsOf(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, readonly string[]> {
  const parts = new Map<DiffLine, readonly string[]>();
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed.length, "+");
    at += Math.max(1, removed.length + added.length);
    if (removed.length !== added.length) continue;
    for (const [index, old] of removed.entries()) {
      const fresh = added[index];
      const found = fresh === undefined ? undefined : changedParts(old.text, fresh.text);
      if (fresh === undefined || found === undefined) continue;
      for (const [line, part] of [
        [old, found[0]],
        [fresh, found[1]],
      ] as const)
        parts.set(line, [part.before, part.changed, part.after]);
    }
  }
  return parts;
}

function runOf(lines: readonly DiffLine[], from: number, sign: DiffLine["sign"]): readonly DiffLine[] {
  let end = from;
  while (lines[end]?.sign === sign) end += 1;
  return lines.slice(from, end);
}

const looks: Readonly<Record<DiffLine["sign"], readonly [Mark[], Mark[]]>> = {
  " ": [[], []],
  "+": [["added"], ["added", "inverse"]],
  "-": [["removed"], ["removed", "inverse"]],
};

function lineLines(
  { sign, number, endless }: DiffLine,
  parts: readonly string[],
  { columns, style, digits }: LineOptions,
): readonly string[] {
  const [marks, changed] = looks[sign];
  const gutter = digits + 3;
  const width = Math.max(1, columns - gutter);
  const spans: Span[] = parts.map((text, index) => ({
    text: shownText(text),
    marks: index === 1 ? changed : marks,
  }));
  const head = `${style.dim(String(number).padStart(digits))} ${drawLine([{ text: sign, marks }], style, { trim: false })} `;
  const lines = cutSpans(spans, width).map((line, index) =>
    `${index === 0 ? head : " ".repeat(gutter)}${drawLine(line, style, { trim: false })}`.trimEnd(),
  );
  if (!endless) return lines;
  const note = fit("(no line break at the end)", width);
  return [...lines, " ".repeat(gutter) + style.dim(note)];
}

/** Control characters of a file are part of what changed: they are shown, and not obeyed. */
function shownText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is shown
  const visible = text.replaceAll("\t", "    ").replace(/[\u0000-\u001f\u007f]/g, (control) => {
    const code = control.charCodeAt(0);
    return String.fromCharCode(0x2400 + (code === 0x7f ? 0x21 : code));
  });
  return cleanText(visible).replaceAll("\n", "␤");
}
