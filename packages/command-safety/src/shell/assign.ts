import type { ShellState } from "./state.ts";
import { bounded, UNKNOWN } from "./unknown.ts";

export interface VariableAssignment {
  readonly name: string;
  readonly value: string | readonly string[];
  readonly append: boolean;
  readonly index: string | undefined;
}

/** `name=value`, `name+=value`, `name[index]=value` and `name=(…)`. */
export function assignVariable(
  { variables }: ShellState,
  { name, value, append, index }: VariableAssignment,
): void {
  const old = variables.get(name);
  if (typeof value !== "string") {
    variables.set(name, append && Array.isArray(old) ? [...old, ...value] : value);
    return;
  }
  if (index !== undefined) {
    variables.set(name, withElement(old, index, append ? UNKNOWN : value));
    return;
  }
  const text = append ? (typeof old === "string" ? old : old === undefined ? UNKNOWN : "") + value : value;
  variables.set(name, bounded(text));
}

function withElement(
  old: string | readonly string[] | ReadonlyMap<string, string> | undefined,
  index: string,
  value: string,
): readonly string[] | ReadonlyMap<string, string> {
  if (old instanceof Map) return new Map([...old, [index, value]]);
  const list = typeof old === "string" ? [old] : old === undefined ? [] : [...old.values()];
  if (!/^\d{1,3}$/.test(index)) return old === undefined ? new Map([[index, value]]) : [UNKNOWN];
  while (list.length <= Number(index)) list.push("");
  list[Number(index)] = value;
  return list;
}
