import type { InnerCall, StoredMessage } from "@hermes/state";
import { cleanText } from "./clean-text.ts";
import { formatDuration } from "./activity-line.ts";
import { columnsOf, fit, oneLine } from "./fit.ts";
import { localTime } from "./local-time.ts";
import { speakerOf } from "./speaker.ts";
import type { Style } from "./style.ts";
import { wrap } from "./wrap.ts";
import { harmlessJson } from "./harmless-json.ts";

export interface MessageLinesOptions {
  /** Undefined where nobody looks: nothing is wrapped. */
  readonly columns: number | undefined;
  readonly style: Style;
  /** Everything, as it was written: results whole, thoughts included, no line broken. */
  readonly raw: boolean;
  /** Calls that a message's script made. */
  readonly innerCallsOf: (stored: StoredMessage) => readonly InnerCall[];
  /** The message that was asked for. */
  readonly around?: number | undefined;
}

const resultLines = 12;
/** What lies deeper stands as JSON. */
const readableDepth = 4;

/** One message for a person who reads a session, with an empty line at its end. */
export function messageLines(stored: StoredMessage, options: MessageLinesOptions): readonly string[] {
  const { message } = stored;
  const head = headOf(stored, options);
  if (message.role === "tool")
    return [
      ...head,
      ...innerLines(options.innerCallsOf(stored), options),
      ...resultOf(message.content, options),
      ...picturesOf(message.images?.length),
      "",
    ];
  const lines: string[] = [];
  for (const part of message.content) {
    if (part.type === "text") lines.push(...textOf(part.text, options));
    else if (part.type === "image") lines.push(...picturesOf(1));
    else if (part.type === "tool-call") lines.push(callOf(part.name, part.arguments, options));
    else if (part.type === "reasoning" && options.raw) lines.push(`(thought) ${cleanText(part.text)}`);
  }
  return [...head, ...lines, ""];
}

function headOf(
  { message, id, at }: StoredMessage,
  { columns, style, around }: MessageLinesOptions,
): readonly string[] {
  const toolName = message.role === "tool" ? message.name : undefined;
  const failed = message.role === "tool" && message.isError === true ? " · failed" : "";
  const speaker = oneLine(speakerOf({ role: message.role, toolName }));
  const arrow = id === around ? "→ " : "";
  const line = `${arrow}${style.bold(speaker)} ${style.dim(`#${id} · ${localTime(at)}${failed}`)}`;
  return wrap(id === around ? style.yellow(line) : line, { columns });
}

function textOf(text: string, { columns, raw }: MessageLinesOptions): readonly string[] {
  const shown = cleanText(text);
  if (shown.trim() === "") return [];
  return raw ? shown.split("\n") : wrap(shown.trim().replaceAll("\t", "  "), { columns });
}

function callOf(name: string, args: string, { columns, raw, style }: MessageLinesOptions): string {
  if (raw) return `┊ ${oneLine(name)} ${cleanText(args)}`;
  const line = `┊ ${oneLine(name)}  ${oneLine(args)}`;
  return style.dim(columns === undefined ? line : fit(line, columns));
}

function resultOf(text: string, { columns, raw, style }: MessageLinesOptions): readonly string[] {
  if (raw) return cleanText(text).split("\n");
  const lines = readableResult(text)
    .split("\n")
    .flatMap((line) => wrap(cleanText(line).replaceAll("\t", "  "), { columns, indent: 2 }));
  const left = lines.length - resultLines;
  // A cut that saves a line is none.
  if (left <= 1) return lines.map(style.dim);
  return [...lines.slice(0, resultLines), `  … ${left} more lines; --raw shows all`].map(style.dim);
}

function innerLines(calls: readonly InnerCall[], options: MessageLinesOptions): readonly string[] {
  const left = calls.length - resultLines;
  const shown = options.raw || left <= 1 ? calls : calls.slice(0, resultLines);
  const more =
    shown.length < calls.length ? [options.style.dim(`  … ${left} more calls; --raw shows all`)] : [];
  return [...shown.map((call) => innerCallLine(call, options)), ...more];
}

/** A call that a script made: `  ┊ read_file  {"path":"a.txt"}  3ms`. */
export function innerCallLine(
  { tool, arguments: args, outcome, durationMs }: InnerCall,
  {
    columns,
    raw = false,
    style,
  }: Pick<MessageLinesOptions, "columns" | "style"> & { readonly raw?: boolean },
): string {
  const time = durationMs === undefined ? "" : `  ${formatDuration(durationMs)}`;
  const tail = `${time}${{ done: "", failed: " failed", unknown: "  outcome unknown" }[outcome]}`;
  const line = `  ┊ ${oneLine(tool)}  ${oneLine(args)}`;
  if (raw || columns === undefined) return `${line}${tail}`;
  return style.dim(`${fit(line, Math.max(8, columns - columnsOf(tail)))}${tail}`);
}

/** Results are JSON; a person reads a field per line, and texts in them as texts. */
export function readableResult(text: string): string {
  let result: unknown;
  try {
    result = JSON.parse(text);
  } catch {
    // An imported result may be any text.
    return text;
  }
  return typeof result === "object" && result !== null ? readable(result).join("\n") : text;
}

/** A field per line, those of what it holds beneath it; each thing of a list behind a dash. */
function readable(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return value.trimEnd().split("\n");
  if (typeof value !== "object" || value === null) return [String(value)];
  if (depth === readableDepth) return [harmlessJson(value)];
  if (Array.isArray(value))
    return value.flatMap((each) =>
      readable(each, depth + 1).map((line, index) => `${index === 0 ? "-" : " "} ${line}`),
    );
  return Object.entries(value).flatMap(([key, each]) => {
    const lines = readable(each, depth + 1);
    const isWhole = typeof each !== "object" || each === null || lines.length === 0;
    if (isWhole && lines.length < 2) return [`${key}: ${lines[0] ?? "(none)"}`];
    // A text of several lines stands as it is.
    return [`${key}:`, ...(isWhole ? lines : lines.map((line) => `  ${line}`))];
  });
}

function picturesOf(count: number | undefined): readonly string[] {
  return Array.from({ length: count ?? 0 }, () => "  (a picture)");
}
