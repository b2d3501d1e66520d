import { namesIn, numberIn, typeNamed } from "./schema-values.ts";

const maxDescriptionChars = 10_000;

/** The value of a keyword as it may stand; undefined for one that makes no sense. */
type Reader = (value: unknown) => unknown;

/** Keywords that hold no schemas. Others are names of the schema itself, extensions, or known to nobody. */
const readers: Readonly<Record<string, Reader>> = {
  $ref: asItIs,
  type: typesNamed,
  const: asItIs,
  default: asItIs,
  enum: (value) => (typeof value === "string" ? [value] : list(value)),
  examples: list,
  required: (value) => (typeof value === "string" ? [value] : namesIn(value)),
  title: textOf,
  description: textOf,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  minimum: numberIn,
  maximum: numberIn,
  exclusiveMinimum: numberIn,
  exclusiveMaximum: numberIn,
  multipleOf: (value) => ((numberIn(value) ?? 0) > 0 ? numberIn(value) : undefined),
  minLength: countOf,
  maxLength: countOf,
  minItems: countOf,
  maxItems: countOf,
  minProperties: countOf,
  maxProperties: countOf,
  minContains: countOf,
  maxContains: countOf,
  uniqueItems: flag,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
};

export function plainKeyword(key: string, value: unknown): unknown {
  return Object.hasOwn(readers, key) ? readers[key]?.(value) : undefined;
}

function asItIs(value: unknown): unknown {
  return value;
}

function list(value: unknown): unknown {
  return Array.isArray(value) ? value : undefined;
}

function text(value: unknown): unknown {
  return typeof value === "string" ? value : undefined;
}

function flag(value: unknown): unknown {
  return typeof value === "boolean" ? value : undefined;
}

export function typesNamed(value: unknown): unknown {
  if (!Array.isArray(value)) return typeNamed(value);
  const types = [...new Set(value.map(typeNamed).filter((type) => type !== undefined))];
  return types.length > 1 ? types : types[0];
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return textOf(value.filter((item) => typeof item === "string").join("\n"));
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return undefined;
  return value.length > maxDescriptionChars ? `${value.slice(0, maxDescriptionChars - 1)}…` : value;
}

function countOf(value: unknown): number | undefined {
  const number = numberIn(value);
  return Number.isSafeInteger(number) && (number ?? -1) >= 0 ? number : undefined;
}

/** Providers match with automata: they know no looking around and no references back. */
const beyondAutomata = /\(\?<?[=!]|\\[1-9]|\\k</;

export interface PatternOptions {
  /** Whether patterns that leave an end of the text open are left out: grammars of local servers know none. */
  readonly anchoredPatterns?: boolean | undefined;
}

export function isPattern(value: unknown, options: PatternOptions = {}): value is string {
  if (typeof value !== "string" || beyondAutomata.test(value)) return false;
  if (options.anchoredPatterns === true && !/^\^[^]*\$$/.test(value)) return false;
  try {
    return new RegExp(value, "u") instanceof RegExp;
  } catch {
    // Written for another engine.
    return false;
  }
}
