import { HermesError } from "@hermes/registry";
import type { HermesErrorOptions } from "@hermes/registry";
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { aliasFault } from "./alias-fault.ts";
import { isTree } from "./settings-tree.ts";
import type { SettingsPath, SettingsTree } from "./settings-tree.ts";

export interface ParsedConfig {
  readonly tree: SettingsTree;
  /** Line of a key or an item, counted from 1; undefined when it is not in the file. */
  lineOf(path: SettingsPath): number | undefined;
}

/**
 * Reads the text of a `config.yaml`. An empty one has no settings.
 *
 * @throws {HermesError} `CONFIG_INVALID` with file, line, column and reason.
 */
export function parseConfig(text: string, file: string): ParsedConfig {
  const lines = new LineCounter();
  const document = readDocument(text, { file, lines });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw invalidAt({ file, line, column: col, reason: reasonOf(problem.message) });
  }
  const fault = aliasFault(document, lines);
  if (fault !== undefined) throw invalidAt({ file, ...fault });
  const tree = toTree(document, file);
  return { tree, lineOf: (path) => lineAt(document, path, lines) };
}

interface Source {
  readonly file: string;
  readonly lines: LineCounter;
}

function readDocument(text: string, { file, lines }: Source): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error", merge: true });
  } catch (error) {
    throw invalid(`${file} can't be read as YAML: ${messageOf(error)}.`, { cause: error });
  }
}

function toTree(document: Document.Parsed, file: string): SettingsTree {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw invalid(`${file} can't be read as YAML: ${messageOf(error)}.`, { cause: error });
  }
  if (value === null || value === undefined) return {};
  if (isTree(value)) return value;
  const reason = `expected settings such as "model: …", received ${kindOf(value)}.`;
  throw invalidAt({ file, line: 1, reason });
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : `the ${typeof value} ${JSON.stringify(value)?.slice(0, 40) ?? ""}`;
}

function reasonOf(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Fault {
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
  readonly reason: string;
}

function invalidAt({ file, line, column, reason }: Fault): HermesError {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return invalid(`${file}, ${place}: ${reason}`, { data: { line, column, reason } });
}

function invalid(message: string, more: Pick<HermesErrorOptions, "cause" | "data">): HermesError {
  return new HermesError(message, {
    ...more,
    code: "CONFIG_INVALID",
    hint: "Correct the file; nothing in it was changed.",
  });
}

function lineAt(document: Document.Parsed, path: SettingsPath, lines: LineCounter): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const key of path) {
    const found = step(node, key);
    if (found === undefined) return undefined;
    ({ node, offset } = found);
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function step(
  node: unknown,
  key: string | number,
): { readonly node: unknown; readonly offset: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
    if (pair === undefined) return undefined;
    return { node: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
  }
  if (isSeq(node) && typeof key === "number") {
    const item = node.items[key];
    return item === undefined
      ? undefined
      : { node: item, offset: isScalar(item) ? item.range?.[0] : undefined };
  }
  return undefined;
}
