import type { Provenance } from "@hermes/registry";
import type { Database } from "./database/driver.ts";

/** See `schemaV9`. */
const sinceVersion = 9;

/** What to select where the column is wanted: a store of an older version that can't be written has none. */
export function provenanceOf(database: Database, table: "messages" | "sessions"): string {
  const version = Number(database.pragma("user_version", { simple: true }));
  return version >= sinceVersion ? `${table}.provenance` : "NULL AS provenance";
}

/** Untrusted sources as a column: a JSON list, null where there are none. */
export function encodeProvenance(provenance: readonly Provenance[] | undefined): string | null {
  return provenance === undefined || provenance.length === 0 ? null : JSON.stringify(provenance);
}

/** The sources of a column. What can't be read is of an unknown source: it was marked by somebody. */
export function decodeProvenance(
  column: string | null | undefined,
): { readonly provenance: readonly Provenance[] } | undefined {
  if (column === null || column === undefined) return undefined;
  return { provenance: sourcesOf(parsed(column)) ?? unknownSource };
}

/** Of a message that was written before sources had names. */
export const unknownSource: readonly Provenance[] = [{ source: "unknown" }];

/** A list of sources as it was read from elsewhere; undefined for anything else. */
export function sourcesOf(value: unknown): readonly Provenance[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const sources = value.flatMap((each: unknown): readonly Provenance[] => {
    if (typeof each !== "object" || each === null || !("source" in each)) return [];
    const { source } = each;
    if (typeof source !== "string") return [];
    return "name" in each && typeof each.name === "string" ? [{ source, name: each.name }] : [{ source }];
  });
  return sources.length === value.length ? sources : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
