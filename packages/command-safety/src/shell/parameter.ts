import type { ParameterExpansionPart, ParameterOperation, Word } from "unbash";
import { anchored, patternToRegExp } from "./pattern.ts";
import type { ShellState, Variable } from "./state.ts";
import { alwaysSet } from "./state.ts";
import type { Uncertain } from "./uncertain.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

/** What reading `${…}` needs of the shell. */
export interface ParameterHost {
  readonly state: ShellState;
  /** A word as one text, without splitting. */
  readonly text: (word: Word) => string;
  /** A word as a pattern: quoted stars are no stars any more. */
  readonly pattern: (word: Word) => string;
  readonly number: (text: string) => number | undefined;
  /** Reads a text as a prompt does, which runs the substitutions in it. */
  readonly runHidden: (text: string) => void;
  /** `${x:-y}` of a variable that nothing is known of: `guess` takes `y`, else it is unknown. */
  readonly guess: boolean;
  readonly uncertain: Uncertain | undefined;
}

/** The values of `${…}`: several for a list, `undefined` for a variable that is not set. */
export function expandParameter(part: ParameterExpansionPart, host: ParameterHost): readonly string[] {
  const name = part.prefix === "!" ? indirectName(part, host) : part.parameter;
  // A subscript is read, and what it runs is run, also where the list is not set.
  if (part.index !== undefined) host.text(part.index);
  const listed = selectValues(name, part, host);
  if (part.prefix === "#") return [lengthOf(listed, part)];
  return part.operation === undefined ? (listed ?? [""]) : applyOperation(part.operation, name, listed, host);
}

function indirectName(part: ParameterExpansionPart, host: ParameterHost): string {
  const index = part.index?.value;
  if (part.operation?.type === "Names" || index === "@" || index === "*") return UNKNOWN;
  const value = readVariable(part.parameter, host.state);
  const name = typeof value === "string" ? value : (firstOf(value) ?? "");
  const [, base, subscript] = /^(\w+)\[([@*])\]$/.exec(name) ?? [];
  if (subscript !== undefined) return base ?? "";
  if (/[$`]/.test(name)) host.runHidden(name);
  if (!/^(\w+|[@*#])$/.test(name)) host.uncertain?.number(name);
  return name;
}

function selectValues(
  name: string,
  part: ParameterExpansionPart,
  host: ParameterHost,
): readonly string[] | undefined {
  if (!isKnown(name)) return [UNKNOWN];
  const { state } = host;
  if (name === "@" || name === "*") return state.positional ?? [UNKNOWN];
  const value = readVariable(name, state);
  if (value === undefined) return undefined;
  const key = part.index === undefined ? undefined : host.text(part.index);
  if (key === "@" || key === "*") return listOf(value);
  if (key === undefined) return [firstOf(value) ?? ""];
  if (value instanceof Map) return [value.get(key) ?? (isKnown(key) ? "" : UNKNOWN)];
  const index = host.number(key);
  if (index === undefined) return [UNKNOWN];
  const list = listOf(value);
  return [list.some((each) => each === UNKNOWN) ? UNKNOWN : (list.at(index) ?? "")];
}

/** A variable or special parameter; `undefined` when nothing in the script or in the known environment sets it. */
export function readVariable(name: string, state: ShellState): Variable | undefined {
  const value = state.variables.get(name);
  if (value !== undefined) return value;
  if (name === "PWD") return state.cwd ?? UNKNOWN;
  if (/^\d+$/.test(name)) return name === "0" ? (state.script ?? "bash") : positional(Number(name), state);
  // The number of the process started last: any number stands for it.
  if (name === "!") return "4194304";
  if (name === "#") return state.positional === undefined ? UNKNOWN : String(state.positional.length);
  return alwaysSet.test(name) ? UNKNOWN : undefined;
}

function positional(index: number, state: ShellState): string | undefined {
  return state.positional === undefined ? UNKNOWN : state.positional[index - 1];
}

function listOf(value: Variable): readonly string[] {
  return typeof value === "string" ? [value] : [...value.values()];
}

function firstOf(value: Variable | undefined): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return value instanceof Map ? value.get("0") : [...value.values()][0];
}

function lengthOf(values: readonly string[] | undefined, part: ParameterExpansionPart): string {
  if (values === undefined || !values.every(isKnown)) return UNKNOWN;
  const isList = part.index !== undefined && /^[@*]$/.test(part.index.value);
  return String(isList ? values.length : (values[0] ?? "").length);
}

function applyOperation(
  operation: ParameterOperation,
  name: string,
  values: readonly string[] | undefined,
  host: ParameterHost,
): readonly string[] {
  if (operation.type === "Default")
    return applyDefault(operation.operator, operation.operand, name, values, host);
  const given = values ?? [UNKNOWN];
  switch (operation.type) {
    case "Remove": {
      const pattern = host.pattern(operation.operand);
      return given.map((value) => removePattern(value, operation.operator, pattern));
    }
    case "Replace": {
      const pattern = host.pattern(operation.pattern);
      const replacement = host.text(operation.replacement);
      return given.map((value) => replacePattern(value, operation.operator, pattern, replacement));
    }
    case "Slice": {
      const offset = host.number(host.text(operation.offset));
      const length = operation.length === undefined ? undefined : host.number(host.text(operation.length));
      if (offset === undefined || (operation.length !== undefined && length === undefined)) return [UNKNOWN];
      if (name === "@" || name === "*" || given.length > 1) return sliceList(given, name, offset, length);
      return given.map((value) => slice(value, offset, length));
    }
    case "CaseModification":
      return given.map((value) => changeCase(value, operation.operator, operation.operand === undefined));
    case "Transform":
      return given.map((value) => transform(value, host.text(operation.operand), host));
    default:
      return [UNKNOWN];
  }
}

function applyDefault(
  operator: string,
  operand: Word,
  name: string,
  values: readonly string[] | undefined,
  host: ParameterHost,
): readonly string[] {
  const joined = values?.join(" ");
  const isSet = joined !== undefined && (!operator.startsWith(":") || joined !== "");
  const fallback = host.text(operand);
  if (operator.endsWith("+")) {
    if (values === undefined) return [host.guess ? "" : UNKNOWN];
    return [isSet ? fallback : ""];
  }
  if (isSet) return values ?? [""];
  if (operator.endsWith("=")) {
    host.uncertain?.names(name);
    host.state.variables.set(name, fallback);
  }
  return [values === undefined && !host.guess ? UNKNOWN : fallback];
}

function removePattern(value: string, operator: string, pattern: string): string {
  if (!isKnown(value) && !/^\.?\w*$/.test(pattern)) return UNKNOWN;
  if (value.length > 2000 && pattern.includes("*")) return UNKNOWN;
  const fromStart = operator.startsWith("#");
  const regExp = patternToRegExp(pattern, { greedy: operator.length === 2 });
  if (regExp === undefined) return UNKNOWN;
  if (fromStart) return value.replace(anchored(regExp, { start: true }), "");
  if (operator.length === 2) return value.replace(anchored(regExp, { end: true }), "");
  // The shortest tail: the last place from which the pattern reaches the end.
  const whole = anchored(regExp, { start: true, end: true });
  if (value.length > 2000) return UNKNOWN;
  for (let at = value.length; at >= 0; at--) if (whole.test(value.slice(at))) return value.slice(0, at);
  return value;
}

function replacePattern(value: string, operator: string, pattern: string, replacement: string): string {
  const regExp = patternToRegExp(pattern);
  if (!isKnown(value) || regExp === undefined || value.length > 4000) return UNKNOWN;
  if (pattern === "") return value;
  const options = { start: operator === "/#", end: operator === "/%", global: operator === "//" };
  return value.replace(anchored(regExp, options), () => replacement);
}

function sliceList(
  values: readonly string[],
  name: string,
  offset: number,
  length: number | undefined,
): readonly string[] {
  if (!values.every(isKnown)) return [UNKNOWN];
  const list = name === "@" || name === "*" ? ["bash", ...values] : values;
  const from = offset < 0 ? list.length + offset : offset;
  return list.slice(from, length === undefined ? undefined : from + length);
}

function slice(value: string, offset: number, length: number | undefined): string {
  if (!isKnown(value)) {
    const head = value.slice(0, value.indexOf(UNKNOWN));
    return offset >= 0 && length !== undefined && length >= 0 && offset + length <= head.length
      ? head.slice(offset, offset + length)
      : UNKNOWN;
  }
  const from = offset < 0 ? Math.max(0, value.length + offset) : offset;
  if (length === undefined) return value.slice(from);
  return length < 0 ? value.slice(from, value.length + length) : value.slice(from, from + length);
}

function changeCase(value: string, operator: string, isPlain: boolean): string {
  if (!isKnown(value) || !isPlain) return UNKNOWN;
  if (operator === "^^") return value.toUpperCase();
  if (operator === ",,") return value.toLowerCase();
  const first = value.slice(0, 1);
  return (operator === "^" ? first.toUpperCase() : first.toLowerCase()) + value.slice(1);
}

function transform(value: string, operator: string, host: ParameterHost): string {
  if (operator === "P" && (!isKnown(value) || /[$`]/.test(value))) host.uncertain?.number(value);
  if (!isKnown(value)) return UNKNOWN;
  if (operator === "P" && /[$`]/.test(value)) host.runHidden(value);
  if (operator === "U") return value.toUpperCase();
  if (operator === "L") return value.toLowerCase();
  if (operator === "u") return value.slice(0, 1).toUpperCase() + value.slice(1);
  if (operator === "P" && !/[$`\\]/.test(value)) return value;
  return UNKNOWN;
}
