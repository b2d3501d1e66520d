import type { ApprovalRequest, StagedRun } from "@hermes/registry";
import { oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import { compactText, visibleText } from "../render/visible-text.ts";
import { fold, markedCommand } from "./marked-command.ts";

export interface ApprovalTextOptions {
  readonly columns: number;
  readonly style: Style;
  /** True: nothing is folded. */
  readonly whole: boolean;
}

const maxRows = 24;
const maxDiffRows = 60;

export interface ApprovalText {
  readonly lines: readonly string[];
  readonly folded: boolean;
}

/** What a person is asked: the call, each finding, and what an edit would change. */
export function approvalText(
  request: ApprovalRequest,
  { columns, style, whole }: ApprovalTextOptions,
): ApprovalText {
  const { tool, summary, reason, findings = [], diff } = request;
  const spans = findings.flatMap(({ span }) => (span === undefined ? [] : [span]));
  const hint = "; v shows them";
  const command = markedCommand(summary, { spans, columns, style });
  const shown = whole ? { rows: command, folded: false } : fold(command, { most: maxRows, hint });
  const edit = diff === undefined ? [] : diffRows(diff, style);
  const shownEdit = whole ? { rows: edit, folded: false } : fold(edit, { most: maxDiffRows, hint });
  const reasons = new Set(findings.map((finding) => finding.reason));
  // What is asked because of a rule has a reason of its own.
  const own = [...reasons].reduce((text, each) => text.replace(each, () => ""), reason).trim();
  return {
    lines: [
      style.yellow(`? ${oneLine(visibleText(tool))} wants to do this:`),
      ...shown.rows,
      ...shownEdit.rows,
      ...(own === "" ? [] : [`  ${oneLine(compactText(own))}`]),
      ...[...reasons].map((each) => style.yellow(`  ! ${oneLine(compactText(each))}`)),
    ],
    folded: shown.folded || shownEdit.folded,
  };
}

function diffRows(diff: string, style: Style): readonly string[] {
  return diff.split("\n").map((line) => {
    const text = `  ${compactText(line)}`;
    if (line.startsWith("+")) return style.green(text);
    return line.startsWith("-") ? style.red(text) : style.dim(text);
  });
}

const maxChanges = 40;
const maxOutputRows = 15;
const signs = { created: "+", changed: "~", deleted: "-" } as const;

/** What a command did on a copy. */
export function stagedText({ output, exitCode, changes }: StagedRun, style: Style): readonly string[] {
  const rows =
    output.trimEnd() === ""
      ? []
      : output
          .trimEnd()
          .split("\n")
          .map((line) => `  ┊ ${compactText(line)}`);
  const count = { created: 0, changed: 0, deleted: 0 };
  for (const { change } of changes) count[change] += 1;
  const listed = changes.map(({ change, path }) => {
    const line = `  ${signs[change]} ${change} ${compactText(path.replaceAll("\n", "⟨line break⟩"))}`;
    return { created: style.green, changed: style.yellow, deleted: style.red }[change](line);
  });
  return [
    style.cyan(`  On a copy it ended with ${exitCode ?? "a signal"}. Nothing has happened yet.`),
    ...fold(rows, { most: maxOutputRows, hint: "" }).rows,
    changes.length === 0
      ? "  It would change no file."
      : `  It would create ${count.created}, change ${count.changed} and delete ${count.deleted} files:`,
    ...listed.slice(0, maxChanges),
    ...(listed.length > maxChanges ? [`  … and ${listed.length - maxChanges} more`] : []),
  ];
}
