/** Parsed JSON from outside: every field is checked before it is used. */
export type JsonRecord = { readonly [key: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function recordAt(record: JsonRecord, key: string): JsonRecord | undefined {
  const value = record[key];
  return isRecord(value) ? value : undefined;
}

export function listAt(record: JsonRecord, key: string): readonly unknown[] {
  const value = record[key];
  return Array.isArray(value) ? value : [];
}

/** The text there; undefined when it is empty or something else. */
export function textAt(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The number there; undefined when there is none. */
export function numberAt(record: JsonRecord | undefined, key: string): number | undefined {
  const value = record?.[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Beyond this a count of tokens is noise, not a count. */
const maxCounted = 1e12;

/**
 * The count there, a whole number from 0 on; undefined for everything that can be none: a negative number, one beyond
 * all measure, a text that is no number.
 */
export function countAt(record: JsonRecord | undefined, key: string): number | undefined {
  return countOf(record?.[key]);
}

export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,13}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !(number >= 0 && number <= maxCounted)) return undefined;
  return Math.floor(number);
}

/** What one call can cost at the very most, in dollars. */
const maxPaid = 1e6;

/** The US dollars there; undefined for what can be no cost of one call. */
export function dollarsAt(record: JsonRecord, key: string): number | undefined {
  const value = record[key];
  return typeof value === "number" && value >= 0 && value <= maxPaid ? value : undefined;
}
