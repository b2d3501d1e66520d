import type { Database } from "./database/driver.ts";
import type { PromptPart } from "./journal.ts";

/** See `schemaV11`. */
const sinceVersion = 11;

/** Whether the store has the columns: one of an older version that can't be written has none. */
export function hasLayouts(database: Database): boolean {
  return Number(database.pragma("user_version", { simple: true })) >= sinceVersion;
}

/** A layout as a column: a JSON list, null where it is not known. */
export function encodeLayout(layout: readonly PromptPart[] | undefined): string | null {
  return layout === undefined ? null : JSON.stringify(layout);
}

/** The layout of a column. What is none, such as that of a later version, is not known. */
export function decodeLayout(column: string | null): { readonly layout: readonly PromptPart[] } | undefined {
  if (column === null) return undefined;
  try {
    const value: unknown = JSON.parse(column);
    return Array.isArray(value) && value.every(isPart) ? { layout: value } : undefined;
  } catch {
    return undefined;
  }
}

function isPart(value: unknown): value is PromptPart {
  if (typeof value !== "object" || value === null) return false;
  return (
    "kind" in value &&
    typeof value.kind === "string" &&
    "name" in value &&
    typeof value.name === "string" &&
    "chars" in value &&
    typeof value.chars === "number"
  );
}
