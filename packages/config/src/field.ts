import { nearest } from "@hermes/registry";
import { z } from "zod";
import { toFlag } from "./to-flag.ts";

/** One setting. Its zod schema is made when there is something to check, since most starts have nothing. */
export interface Field<Value> {
  /** Undefined: nothing is set unless somebody sets it. */
  readonly default: Value;
  readonly schema: () => z.ZodType<NonNullable<Value>>;
}

export function text(description: string): Field<string | undefined>;
export function text(description: string, value: string): Field<string>;
export function text(description: string, value?: string): Field<string | undefined> {
  return { default: value, schema: () => z.string().describe(description) };
}

export function choice<Value extends string>(
  values: readonly Value[],
  description: string,
): Field<Value | undefined>;
export function choice<Value extends string>(
  values: readonly Value[],
  description: string,
  value: Value,
): Field<Value>;
export function choice<Value extends string>(
  values: readonly Value[],
  description: string,
  value?: Value,
): Field<Value | undefined> {
  // An enumeration of the values of a type gives that type.
  return {
    default: value,
    // An enum puts out one of its values; its own type does not say which.
    schema: () => z.enum(values).describe(description) as unknown as z.ZodType<Value>,
  };
}

/** One of a few values, or a name that a plug-in gives. What is near to one of the values is a mistyped one. */
export function choiceOrName(values: readonly string[], description: string, value: string): Field<string> {
  return {
    default: value,
    schema: () =>
      z
        .string()
        .check((context) => {
          const { value: given, issues } = context;
          if (values.includes(given)) return;
          const near = nearest(given, values);
          // A name that holds another is no typing mistake.
          const isMistyped = near !== undefined && !given.includes(near) && !near.includes(given);
          if (isMistyped || !/^[a-z][a-z0-9-]{0,39}$/.test(given))
            issues.push({ code: "invalid_value", values: [...values], input: given });
        })
        .meta({ description, enum: values }),
  };
}

export function flag(description: string): Field<boolean | undefined>;
export function flag(description: string, value: boolean): Field<boolean>;
export function flag(description: string, value?: boolean): Field<boolean | undefined> {
  return { default: value, schema: () => z.preprocess(toFlag, z.boolean()).describe(description) };
}

/** A whole number from 1. */
export function whole(description: string): Field<number | undefined>;
export function whole(description: string, value: number): Field<number>;
export function whole(description: string, value?: number): Field<number | undefined> {
  return { default: value, schema: () => z.preprocess(toNumber, z.int().min(1)).describe(description) };
}

export function seconds(description: string, value: number): Field<number> {
  return {
    default: value,
    schema: () => z.preprocess(toNumber, z.number().positive()).describe(description),
  };
}

/** A number from 0. */
export function amount(description: string): Field<number | undefined>;
export function amount(description: string, value: number): Field<number>;
export function amount(description: string, value?: number): Field<number | undefined> {
  return {
    default: value,
    schema: () => z.preprocess(toNumber, z.number().min(0)).describe(description),
  };
}

/** A key with Ctrl or Alt, or F1 to F12, that types, sends and leaves nothing. */
export function recordKey(value: string): Field<string> {
  const keys = /^(?:ctrl\+(?:[abefghklnopqrstuvwxy]|space)|alt\+(?:[a-z]|space)|f(?:[1-9]|1[0-2]))$/;
  const description =
    "Key that begins and ends a recording in the terminal: ctrl+b, alt+r, f9. Not Ctrl with c, d, i, j, m or z.";
  return {
    default: value,
    schema: () => z.string().toLowerCase().regex(keys, description).describe(description),
  };
}

/** A time zone that this machine knows. */
export function timeZone(description: string): Field<string | undefined> {
  return {
    default: undefined,
    schema: () =>
      z
        .string()
        .refine(isTimeZone, "No such time zone; write one such as Europe/Berlin")
        .describe(description),
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A span of the day, from and to `HH:MM`; it may go over midnight. */
export function span(description: string): Field<string | undefined> {
  const clock = "([01]?\\d|2[0-3]):[0-5]\\d";
  return {
    default: undefined,
    schema: () =>
      z
        .string()
        .regex(new RegExp(`^${clock}-${clock}$`), "Write it as 22:00-07:00")
        .describe(description),
  };
}

/** An hour of the day, from 0 to 23. */
export function hour(description: string, value: number): Field<number> {
  return {
    default: value,
    schema: () => z.preprocess(toNumber, z.int().min(0).max(23)).describe(description),
  };
}

/** A number above 0, at most 1. */
export function share(description: string, value: number): Field<number> {
  return {
    default: value,
    schema: () => z.preprocess(toNumber, z.number().gt(0).max(1)).describe(description),
  };
}

/** A list; in text, names are separated by commas. */
export function names(description: string): Field<readonly string[] | undefined>;
export function names(description: string, value: readonly string[]): Field<readonly string[]>;
export function names(description: string, value?: readonly string[]): Field<readonly string[] | undefined> {
  return { default: value, schema: () => z.preprocess(toList, z.array(z.string())).describe(description) };
}

/** A list of ids, which files also hold as numbers. */
export function ids(description: string): Field<readonly string[] | undefined>;
export function ids(description: string, value: readonly string[]): Field<readonly string[]>;
export function ids(description: string, value?: readonly string[]): Field<readonly string[] | undefined> {
  return { default: value, schema: () => z.preprocess(toIds, z.array(z.string())).describe(description) };
}

function toIds(value: unknown): unknown {
  const list = toList(typeof value === "number" ? [value] : value);
  return Array.isArray(list) ? list.map(toId) : list;
}

/** A larger number has lost its last digits, and would be somebody else: whoever checks the value says that it is no text. */
export function toId(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

function toNumber(value: unknown): unknown {
  return typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toList(value: unknown): unknown {
  if (typeof value !== "string") return value;
  // Variables of the original hold lists as JSON.
  if (value.trimStart().startsWith("[")) return parsedJson(value);
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever checks the value says that it is no list.
    return text;
  }
}
