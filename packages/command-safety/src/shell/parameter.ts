import type { ParameterExpansionPart, ParameterOperation, Word } from "unbash";
import type { ShellState, Variable } from "./state.ts";
import { alwaysSet } from "./state.ts";
import type { Uncertain } from "./uncertain.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

/** What reading `${…}` needs of the shell. */
export interface ParameterHost {
  readonly state: ShellState;
  /** A word as one text, without splitting. */
  readonly text: (word: Word) => string;
  readonly number: (text: string) => number | undefined;
  /** Reads a text as a prompt does, which runs the substitutions in it. */
  readonly runHidden: (text: string) => void;
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
  switch (operation.type) {
    case "Default":
      return applyDefault(operation.operator, operation.operand, name, values, host);
    case "Remove":
      return (values ?? [UNKNOWN]).map((value) =>
        removeText(value, operation.operator, host.text(operation.operand)),
      );
    // What is cut or replaced is not computed; what the words in it run is read.
    case "Replace":
      host.text(operation.pattern);
      host.text(operation.replacement);
      return [UNKNOWN];
    case "Slice":
      for (const word of [operation.offset, operation.length])
        if (word !== undefined) host.number(host.text(word));
      return [UNKNOWN];
    case "CaseModification":
      if (operation.operand !== undefined) host.text(operation.operand);
      return [UNKNOWN];
    case "Transform":
      if (host.text(operation.operand) === "P")
        for (const value of values ?? [UNKNOWN]) readPrompt(value, host);
      return [UNKNOWN];
    default:
      return [UNKNOWN];
  }
}

/** `${f%.ts}`: an ending or a beginning that is no pattern. */
function removeText(value: string, operator: string, text: string): string {
  if (!/^[\w./-]+$/.test(text)) return UNKNOWN;
  if (operator.startsWith("#"))
    return isKnown(value) ? (value.startsWith(text) ? value.slice(text.length) : value) : UNKNOWN;
  if (value.endsWith(text)) return value.slice(0, -text.length);
  return isKnown(value) ? value : UNKNOWN;
}

/** A prompt runs the substitutions in it. */
function readPrompt(value: string, host: ParameterHost): void {
  if (!isKnown(value) || /[$`]/.test(value)) host.uncertain?.number(value);
  if (isKnown(value) && /[$`]/.test(value)) host.runHidden(value);
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
    return [values === undefined ? UNKNOWN : isSet ? fallback : ""];
  }
  if (isSet) return values ?? [""];
  if (operator.endsWith("=")) {
    host.uncertain?.names(name);
    host.state.variables.set(name, fallback);
  }
  return [values === undefined ? UNKNOWN : fallback];
}
