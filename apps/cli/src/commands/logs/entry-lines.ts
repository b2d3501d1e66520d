import { cleanText } from "../../render/clean-text.ts";
import { oneLine } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import type { LogEntry } from "./log-entry.ts";

export interface EntryLayout {
  readonly columns: number | undefined;
  readonly style: Style;
}

/** An entry for people: when, how bad, what, and its facts. */
export function entryLines(
  { at, level, message, fields, line }: LogEntry,
  { columns, style }: EntryLayout,
): readonly string[] {
  if (at === undefined) return wrap(cleanText(line), { columns });
  const marks = { debug: style.dim, info: style.dim, warn: style.yellow, error: style.red };
  const facts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`],
  );
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
  const text = [oneLine(message), ...facts.map(oneLine)].join("  ");
  return wrap(`${time} ${marks[level](level.padEnd(5))} ${text}`, { columns });
}
