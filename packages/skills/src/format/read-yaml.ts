import { isMap, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { SkillProblem } from "./skill-problem.ts";

/** Front matter as plain data, with the line of each field. */
export interface ReadYaml {
  readonly fields: Readonly<Record<string, unknown>>;
  /** By path (`name`, `metadata.hermes`), counted from 1. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly SkillProblem[];
}

/** Longer front matter is a text in the wrong place, or made to keep its reader busy: the parser is slow with both. */
const maxChars = 32_768;
const maxFields = 200;
const maxDepth = 50;

/** Reads YAML; what YAML refuses as a whole is read field by field, and reported. Never throws. */
export function readYaml(given: string): ReadYaml {
  const text = given.slice(0, maxChars);
  const whole = text === given ? readMap(text) : { error: tooLong(given) };
  if (whole.error === undefined) return whole;
  const byFields = readFieldByField(text);
  // Of the fields by themselves nothing is reported twice.
  return { ...byFields, problems: [whole.error, ...byFields.problems] };
}

type ReadMap = (ReadYaml & { readonly error?: undefined }) | { readonly error: SkillProblem };

/** @param above How many lines of the file come before the text. */
function readMap(text: string, above: number = 0): ReadMap {
  if (isTooDeep(text)) {
    const message = "the front matter is nested too deeply to be read";
    return { error: { severity: "error", message, line: above + firstLine(text) } };
  }
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: false, logLevel: "silent" });
  const lineAt = (offset: number): number => above + counter.linePos(offset).line;
  const [error] = document.errors;
  if (error !== undefined) {
    const message = `the front matter is not valid YAML: ${sentenceOf(error.message)}`;
    return { error: { severity: "error", message, line: lineAt(error.pos[0]) } };
  }
  const fault = text.includes("*") ? aliasFault(document) : undefined;
  if (fault !== undefined) {
    return { error: { severity: "error", message: fault.message, line: lineAt(fault.offset) } };
  }
  const value = plain(document);
  if (value !== null && !isRecord(value)) {
    const message = "the front matter is not a list of fields";
    return { error: { severity: "error", message, line: above + firstLine(text) } };
  }
  const [lines, problems] = [new Map<string, number>(), [] as SkillProblem[]];
  collectLines(document.contents, "", { lineAt, lines, problems });
  return { fields: value ?? {}, lines, problems };
}

function tooLong({ length }: string): SkillProblem {
  const message = `the front matter has ${length} characters, of which ${maxChars} are read`;
  return { severity: "error", message, line: 2 };
}

/** By its brackets, and by marks that follow each other. Roughly: text in quotes counts too. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return /(?:(?:[-?:]|[&!]\w*)\s+){50}/.test(text);
}

interface AliasFault {
  readonly message: string;
  readonly offset: number;
}

/** The parser takes an alias that names nothing, and one inside of what it names, which then has no end. */
function aliasFault(document: ReturnType<typeof parseDocument>): AliasFault | undefined {
  let found: AliasFault | undefined;
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (target !== undefined && !path.includes(target)) return undefined;
      const what = target === undefined ? "names nothing" : "stands inside of what it names";
      const message = `the front matter is not valid YAML: "*${alias.source}" ${what}`;
      found = { message, offset: alias.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return found;
}

/** A bomb of aliases makes `toJS` throw. */
function plain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    return undefined;
  }
}

interface Collected {
  readonly lineAt: (offset: number) => number;
  readonly lines: Map<string, number>;
  readonly problems: SkillProblem[];
}

function collectLines(node: unknown, path: string, into: Collected): void {
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const name = path === "" ? String(key.value) : `${path}.${String(key.value)}`;
    const line = into.lineAt(key.range?.[0] ?? 0);
    const former = into.lines.get(name);
    if (former !== undefined) {
      const message = `"${name}" is there twice, first on line ${former}; the last counts`;
      into.problems.push({ severity: "warning", message, line, field: name });
    }
    into.lines.set(name, line);
    collectLines(value, name, into);
  }
}

/**
 * Each field by itself, so that one with a fault (most often an unquoted colon in a description) costs no other. What YAML
 * refuses of a field is its text.
 */
function readFieldByField(text: string): ReadYaml {
  const fields: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  const problems: SkillProblem[] = [];
  for (const { key, rest, more, above } of splitFields(text)) {
    const read = readMap([`${key}: ${rest}`, ...more].join("\n"), above);
    if (read.error === undefined) {
      Object.assign(fields, read.fields);
      for (const [path, line] of read.lines) lines.set(path, line);
      problems.push(...read.problems);
    } else {
      fields[key] = [/^[>|][+-]?$/.test(rest) ? "" : unquote(rest), ...more.map((line) => line.trim())]
        .join(" ")
        .trim();
      lines.set(key, above + 1);
    }
  }
  return { fields, lines, problems };
}

interface FieldText {
  readonly key: string;
  readonly rest: string;
  /** The lines that belong to it, below its own. */
  readonly more: string[];
  readonly above: number;
}

function splitFields(text: string): readonly FieldText[] {
  const found: FieldText[] = [];
  for (const [above, line] of text.split("\n").entries()) {
    const [, key, rest = ""] = /^([A-Za-z][\w.-]*)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (key !== undefined && found.length === maxFields) break;
    if (key !== undefined) found.push({ key, rest: rest.trim(), more: [], above });
    // Tabs are no indentation in YAML, and are in many editors.
    else found.at(-1)?.more.push(line.replace(/^\s+/, (space) => space.replaceAll("\t", "  ")));
  }
  return found;
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
