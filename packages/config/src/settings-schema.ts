import { z } from "zod";
import type { Field } from "./field.ts";
import { settingsFields } from "./settings-fields.ts";
import type { Settings } from "./settings.ts";
import { isTree } from "./settings-tree.ts";
import type { SettingsTree } from "./settings-tree.ts";

interface FieldTree {
  readonly [key: string]: Field<unknown> | FieldTree;
}

/** The settings of somebody who has set nothing. Makes no zod schema. */
export function defaultSettings(): Settings {
  // The type of the fields makes their defaults fit.
  return defaultsOf(settingsFields) as unknown as Settings;
}

/** Checks everything that a file can say, and fills in what it does not. */
export function settingsSchema(): z.ZodType<Settings> {
  // As above.
  return schemaOf(settingsFields) as z.ZodType as z.ZodType<Settings>;
}

/** Names at the top of a file. */
export const sectionNames: readonly string[] = Object.keys(settingsFields);

/** The part of `settingsSchema` for some sections: most files have one or two, and every schema costs its start. */
export function sectionsSchema(names: readonly string[]): z.ZodType<Partial<Settings>> {
  const fields: FieldTree = settingsFields;
  const sections = names.flatMap((name) => {
    const part = fields[name];
    return part === undefined ? [] : [[name, part] as const];
  });
  // As above.
  return schemaOf(Object.fromEntries(sections)) as z.ZodType as z.ZodType<Partial<Settings>>;
}

/** Dotted keys of all settings that have a place of their own. Makes no zod schema. */
export function fieldKeys(fields: FieldTree = settingsFields): readonly string[] {
  return Object.entries(fields).flatMap(([key, part]) =>
    isField(part) ? [key] : fieldKeys(part).map((inner) => `${key}.${inner}`),
  );
}

/** Whether every name in a file is that of a setting. False also where a setting has names of its own, such as models. */
export function isKnownThroughout(tree: SettingsTree, fields: FieldTree = settingsFields): boolean {
  return Object.entries(tree).every(([key, value]) => {
    const part = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (part === undefined) return false;
    return isTree(value) ? !isField(part) && isKnownThroughout(value, part) : isField(part);
  });
}

/** Checks the value of a single setting. */
export function fieldSchema(path: readonly string[]): z.ZodType {
  return fieldAt(path).schema();
}

function fieldAt(path: readonly string[]): Field<unknown> {
  let part: Field<unknown> | FieldTree | undefined = settingsFields;
  for (const key of path) part = part === undefined || isField(part) ? undefined : part[key];
  if (part === undefined || !isField(part)) throw new TypeError(`There is no setting "${path.join(".")}".`);
  return part;
}

function isField(part: Field<unknown> | FieldTree): part is Field<unknown> {
  return typeof part["schema"] === "function";
}

function defaultsOf(fields: FieldTree): SettingsTree {
  const entries = Object.entries(fields).map(([key, part]) => [
    key,
    isField(part) ? part.default : defaultsOf(part),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function schemaOf(fields: FieldTree): z.ZodPrefault<z.ZodObject> {
  const shape = Object.entries(fields).map(([key, part]) => [
    key,
    isField(part) ? withDefault(part) : schemaOf(part),
  ]);
  return z.object(Object.fromEntries(shape)).prefault({});
}

function withDefault(field: Field<unknown>): z.ZodType {
  const value = field.default ?? undefined;
  return value === undefined ? field.schema().optional() : field.schema().default(value);
}
