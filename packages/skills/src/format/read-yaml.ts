import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { SkillProblem } from "./skill-problem.ts";

/** Front matter as plain data, with the line of each field. */
export interface ReadYaml {
  readonly fields: Readonly<Record<string, unknown>>;
  /** By path (`name`, `metadata.hermes`), counted from 1. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly SkillProblem[];
}

/** Reads YAML; what YAML refuses is read line by line, as `key: the rest`, and reported. Never throws. */
export function readYaml(text: string): ReadYaml {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: false, logLevel: "silent" });
  const [error] = document.errors;
  const lines = new Map<string, number>();
  collectLines(document.contents, "", { counter, lines });
  const value = error === undefined ? plain(document) : undefined;
  if (error === undefined && (value === null || isRecord(value))) {
    return { fields: value ?? {}, lines, problems: [] };
  }
  const line = error === undefined ? firstLine(text) : counter.linePos(error.pos[0]).line;
  const message =
    error === undefined
      ? "the front matter is not a list of fields"
      : `the front matter is not valid YAML: ${sentenceOf(error.message)}`;
  const byLines = readLines(text);
  return { ...byLines, problems: [{ severity: "error", message, line }] };
}

/** A bomb of aliases makes `toJS` throw. */
function plain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    return undefined;
  }
}

function collectLines(
  node: unknown,
  path: string,
  into: { readonly counter: LineCounter; readonly lines: Map<string, number> },
): void {
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const name = path === "" ? String(key.value) : `${path}.${String(key.value)}`;
    into.lines.set(name, into.counter.linePos(key.range?.[0] ?? 0).line);
    collectLines(value, name, into);
  }
}

/** An unquoted colon in a description is the most common fault of hand-written skills. */
function readLines(text: string): Omit<ReadYaml, "problems"> {
  const fields: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  let last: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, key, rest = ""] = /^([A-Za-z][\w.-]*)\s*:\s*(.*)$/.exec(line) ?? [];
    if (key !== undefined) {
      fields[key] = valueOf(rest);
      lines.set(key, index + 1);
      last = key;
    } else if (last !== undefined && /^\s+\S/.test(line) && typeof fields[last] === "string") {
      fields[last] = `${String(fields[last])} ${line.trim()}`.trim();
    }
  }
  return { fields, lines };
}

function valueOf(rest: string): unknown {
  const text = rest.trim();
  if (/^[>|][+-]?$/.test(text)) return "";
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list !== undefined) return list.split(",").map((item) => unquote(item.trim()));
  return unquote(text);
}

function unquote(text: string): string {
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
}

function firstLine(text: string): number {
  return text.split("\n").findIndex((line) => line.trim() !== "") + 1 || 1;
}

function sentenceOf(message: string): string {
  return (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, "").replace(/[:.]$/, "");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
