import type { ApprovalRequest, StagedRun } from "@hermes/registry";
import { oneLine } from "../render/fit.ts";
import { paragraph } from "../render/paragraph.ts";
import type { Style } from "../render/style.ts";
import { compactText } from "../render/visible-text.ts";
import { diffLines } from "../screen/diff/diff-lines.ts";
import { readDiff } from "../screen/diff/read-diff.ts";
import { brokenRows, fold, markedCommand } from "./marked-command.ts";
import type { FoldedText, TextSpace } from "./question.ts";

export interface ApprovalTextOptions extends TextSpace {
  readonly style: Style;
  /** True: nothing is folded. */
  readonly whole: boolean;
}

const maxRows = 24;
const maxDiffRows = 60;
const hint = "; v shows them";

/** What a person is asked: the call, what an edit would change, and why it is asked. */
export function approvalText(
  request: ApprovalRequest,
  { columns, rows, style, whole }: ApprovalTextOptions,
): FoldedText {
  const { summary, findings = [], diff } = request;
  const spans = findings.flatMap(({ span }) => (span === undefined ? [] : [span]));
  const command = markedCommand(summary, { spans, columns, style });
  const edit = diff === undefined ? [] : diffRows(diff, { columns, style });
  const why = whyLines(request, { columns, style });
  if (whole) return { lines: [...command, ...edit, ...why], folded: false };
  const parts = [
    { rows: command, most: maxRows },
    { rows: edit, most: maxDiffRows },
    { rows: why, most: Infinity },
  ];
  return sharedOut(parts, { rows, columns });
}

interface LinesOptions {
  readonly columns: number;
  readonly style: Style;
}

/** Its own reason, and those of the findings. */
function whyLines(
  { reason, findings = [] }: ApprovalRequest,
  { columns, style }: LinesOptions,
): readonly string[] {
  const reasons = new Set(findings.map((finding) => finding.reason));
  // What is asked because of a rule has a reason of its own.
  const own = [...reasons].reduce((text, each) => text.replace(each, () => ""), reason).trim();
  const lines = (text: string) => paragraph(oneLine(compactText(text)), { columns, indent: 2 });
  return [
    ...(own === "" ? [] : lines(own)),
    ...[...reasons].flatMap((each) => lines(`! ${each}`).map((line) => style.yellow(line))),
  ];
}

/** A diff with the numbers of its lines; of anything else, such as a script, each line as it is. */
function diffRows(diff: string, { columns, style }: LinesOptions): readonly string[] {
  const visible = diff.split("\n").map(visibleLine);
  const text = visible.join("\n");
  const files = readDiff(text);
  if (files.length > 0 && files.every(({ hunks, notes }) => hunks.length > 0 && notes.length === 0))
    return diffLines(text, { columns: columns - 2, style }).map((line) => `  ${line}`);
  return visible.flatMap((line) => {
    const colour = line.startsWith("+") ? style.green : line.startsWith("-") ? style.red : style.dim;
    return hardRows(line, columns).map((row) => colour(row));
  });
}

/** A few tabs are how files are indented; more of them push what follows out of sight. */
function visibleLine(line: string): string {
  return line.replaceAll(/\t+|[^\t]+/g, (part) =>
    /^\t{1,6}$/.test(part) ? "    ".repeat(part.length) : compactText(part),
  );
}

const maxChanges = 40;
const maxOutputRows = 15;
const signs = { created: "+", changed: "~", deleted: "-" } as const;

/** A command, and what it did on a copy. */
export function stagedText(
  { summary }: Pick<ApprovalRequest, "summary">,
  { output, exitCode, changes }: StagedRun,
  { columns, rows, style, whole }: ApprovalTextOptions,
): FoldedText {
  const printed = output.trimEnd();
  const text = printed === "" ? [] : printed.split("\n");
  const shown = text.flatMap((line) => hardRows(`┊ ${compactText(line)}`, columns));
  const count = { created: 0, changed: 0, deleted: 0 };
  for (const { change } of changes) count[change] += 1;
  const listed = changes.flatMap(({ change, path }) => {
    const line = `${signs[change]} ${change} ${compactText(path.replaceAll("\n", "⟨line break⟩"))}`;
    const colour = { created: style.green, changed: style.yellow, deleted: style.red }[change];
    return hardRows(line, columns).map((row) => colour(row));
  });
  const sum =
    changes.length === 0
      ? "It would change no file."
      : `It would create ${count.created}, change ${count.changed} and delete ${count.deleted} files:`;
  const ended = `On a copy it ended with ${exitCode ?? "a signal"}. Nothing has happened yet.`;
  const command = markedCommand(summary, { spans: [], columns, style });
  const parts: readonly Part[] = [
    { rows: command, most: 3 },
    { rows: paragraph(ended, { columns, indent: 2 }).map((line) => style.cyan(line)), most: Infinity },
    { rows: shown, most: maxOutputRows },
    { rows: paragraph(sum, { columns, indent: 2 }), most: Infinity },
    { rows: listed, most: maxChanges },
  ];
  if (whole) return { lines: parts.flatMap((part) => part.rows), folded: false };
  return sharedOut(parts, { rows, columns });
}

interface Part {
  readonly rows: readonly string[];
  readonly most: number;
}

/** Parts one below the other, folded until they fit: what is short stays whole, and what is long shares the rest. */
function sharedOut(parts: readonly Part[], { rows, columns }: TextSpace): FoldedText {
  let left = rows;
  const shown = new Map<Part, ReturnType<typeof fold>>();
  const byLength = [...parts].sort((one, other) => one.rows.length - other.rows.length);
  for (const [index, part] of byLength.entries()) {
    const atMost = Math.max(0, Math.floor(left / (parts.length - index)));
    const kept = fold(part.rows, { most: part.most, atMost, columns, hint });
    shown.set(part, kept);
    left -= kept.rows.length;
  }
  return {
    lines: parts.flatMap((part) => shown.get(part)?.rows ?? []),
    folded: [...shown.values()].some(({ folded }) => folded),
  };
}

/** A line broken where it is full, what goes on from it indented. */
function hardRows(text: string, columns: number): readonly string[] {
  return brokenRows(text, Math.max(8, columns - 4)).map((row, index) => (index === 0 ? "  " : "    ") + row);
}
