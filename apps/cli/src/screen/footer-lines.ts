import { amount, dollars } from "../render/amount.ts";
import { formatDuration } from "../render/activity-line.ts";
import { counted } from "../render/count-of.ts";
import { columnsOf, fit, oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";

/** What stands below the input. */
export interface FooterState {
  readonly mode: string;
  readonly model: string;
  /** Tokens of the next request, and of the window. */
  readonly context?: { readonly tokens: number; readonly window: number } | undefined;
  /** Tokens that the session has used so far. */
  readonly tokens?: number | undefined;
  /** Dollars; undefined: nobody knows. */
  readonly cost?: number | undefined;
  readonly branch?: string | undefined;
  /** Commands that run in the background. */
  readonly jobs?: number | undefined;
  readonly children?: number | undefined;
  /** Of the session. Milliseconds. */
  readonly durationMs?: number | undefined;
}

export interface FooterOptions {
  readonly columns: number;
  readonly style: Style;
}

/** From so many columns on all is told; below the smaller one only what matters most. */
const wide = 76;
const medium = 52;
const modelColumns = 26;
const barCells = 10;

/** One line in three widths. What does not fit is left out from its end. */
export function footerLines(state: FooterState, { columns, style }: FooterOptions): readonly string[] {
  const parts = partsOf(state, columns, style).filter((part) => part !== "");
  let line = "";
  for (const part of parts) {
    const longer = line === "" ? part : `${line} · ${part}`;
    if (columnsOf(plain(longer)) > columns) break;
    line = longer;
  }
  return [line === "" ? style.dim(fit(oneLine(state.model), columns)) : line];
}

function partsOf(state: FooterState, columns: number, style: Style): readonly string[] {
  const model = style.dim(fit(oneLine(state.model), modelColumns));
  const context = contextPart(state, columns, style);
  const jobs = state.jobs === undefined || state.jobs === 0 ? "" : counted(state.jobs, "job");
  const children =
    state.children === undefined || state.children === 0 ? "" : counted(state.children, "child", "children");
  const cost = state.cost === undefined ? "" : style.dim(dollars(state.cost));
  if (columns < medium) return [model, context, jobs, children];
  const branch = state.branch === undefined ? "" : style.dim(fit(oneLine(state.branch), 20));
  if (columns < wide) return [model, context, jobs, children, cost, branch];
  const tokens = state.tokens === undefined ? "" : style.dim(`${amount(state.tokens)} tokens`);
  const took = state.durationMs === undefined ? "" : style.dim(formatDuration(state.durationMs));
  return [model, context, jobs, children, cost, tokens, branch, took];
}

function contextPart({ context }: FooterState, columns: number, style: Style): string {
  if (context === undefined || context.window <= 0) return "";
  const share = context.tokens / context.window;
  const paint = paintOf(share, style);
  const percent = `${Math.round(share * 100)}%`;
  if (columns < medium) return paint(percent);
  const filled = Math.min(barCells, Math.ceil(share * barCells));
  const bar = `${"█".repeat(filled)}${"░".repeat(barCells - filled)}`;
  const size = columns < wide ? "" : style.dim(` of ${amount(context.window)}`);
  return `${paint(`${bar} ${percent}`)}${size}`;
}

/** The fuller, the louder. */
function paintOf(share: number, style: Style): (text: string) => string {
  if (share >= 0.95) return (text) => style.bold(style.red(text));
  if (share >= 0.8) return style.red;
  return share >= 0.5 ? style.yellow : style.green;
}

// oxlint-disable-next-line no-control-regex -- colours take no columns
const colours = /\u001b\[[0-9;]*m/g;

function plain(text: string): string {
  return text.replace(colours, "");
}

/** What stands before the input: the mode, where it is not the usual one. */
export function promptSign(mode: string, style: Style): string {
  if (mode === "ask") return "› ";
  const sign = `${mode} ›`;
  return `${mode === "yolo" ? style.red(sign) : style.cyan(sign)} `;
}
