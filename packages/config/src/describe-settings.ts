import { z } from "zod";
import { settingsSchema } from "./settings-schema.ts";
import { isTree } from "./settings-tree.ts";

/** One setting, for docs and help. */
export interface SettingRow {
  /** Dotted; `<name>` stands for any name. */
  readonly key: string;
  readonly type: string;
  /** As JSON; undefined: nothing is set. */
  readonly default?: string | undefined;
  readonly description: string;
}

/** Every setting in the order of the schema. */
export function describeSettings(): readonly SettingRow[] {
  return rowsOf(z.toJSONSchema(settingsSchema(), { io: "output" }), []);
}

function rowsOf(schema: Readonly<Record<string, unknown>>, path: readonly string[]): readonly SettingRow[] {
  if (isTree(schema["properties"])) {
    return Object.entries(schema["properties"]).flatMap(([key, part]) =>
      isTree(part) ? rowsOf(part, [...path, key]) : [],
    );
  }
  if (isTree(schema["additionalProperties"]))
    return rowsOf(schema["additionalProperties"], [...path, "<name>"]);
  const { description, default: value } = schema;
  return [
    {
      key: path.join("."),
      type: typeOf(schema),
      ...(value === undefined ? {} : { default: JSON.stringify(value) }),
      description: typeof description === "string" ? description : "",
    },
  ];
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const { enum: values, type, items, anyOf } = schema;
  if (Array.isArray(anyOf))
    return anyOf.map((part: unknown) => (isTree(part) ? typeOf(part) : "any")).join(" | ");
  if (Array.isArray(values)) return values.join(" | ");
  if (type === "array")
    return isTree(items) && typeof items["type"] === "string" ? `list of ${items["type"]}s` : "list";
  return type === "integer"
    ? "whole number"
    : type === "boolean"
      ? "true | false"
      : typeof type === "string"
        ? type
        : "any";
}
