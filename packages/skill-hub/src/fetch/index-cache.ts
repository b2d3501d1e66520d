import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { z } from "zod";
import { isOutOfReach, reasonOf } from "../hub-error.ts";

const freshForMs = 3_600_000;

export interface CachedIndex<Value> {
  readonly value: Value;
  /** Why it is an older copy, as a sentence; undefined when it is a current one. */
  readonly note: string | undefined;
}

/** Listings of sources: good for an hour, and better than nothing when their source can't be reached. */
export interface IndexCache {
  /** @param load Gets what is kept, however old, so that it need not ask for everything again. */
  get<Schema extends z.ZodType>(
    key: string,
    schema: Schema,
    load: (old: z.infer<Schema> | undefined) => Promise<z.infer<Schema>>,
  ): Promise<CachedIndex<z.infer<Schema>>>;
}

export function createIndexCache(folder: string | undefined, now: () => number): IndexCache {
  const memory = new Map<string, string>();
  const read = (key: string): string | undefined =>
    memory.get(key) ?? (folder === undefined ? undefined : readOwn(fileOf(folder, key)));
  const write = (key: string, text: string): void => {
    memory.set(key, text);
    if (folder !== undefined) writeOwn(fileOf(folder, key), text);
  };
  return {
    async get(key, schema, load) {
      const kept = parseKept(read(key), key, schema);
      if (kept !== undefined && isFresh(kept.at, now())) return { value: kept.value, note: undefined };
      try {
        const value = await load(kept?.value);
        write(key, JSON.stringify({ key, at: now(), value }));
        return { value, note: undefined };
      } catch (error) {
        if (kept === undefined || !isOutOfReach(error)) throw error;
        return {
          value: kept.value,
          note: `${reasonOf(error)} This is its list of ${ageOf(kept.at, now())} ago.`,
        };
      }
    },
  };
}

/** A copy from the future was written under another clock. */
function isFresh(at: number, now: number): boolean {
  return at <= now && now - at < freshForMs;
}

function ageOf(at: number, now: number): string {
  const minutes = Math.max(1, Math.round((now - at) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** A copy that can't be understood, or is of something else, is as good as none. */
function parseKept<Schema extends z.ZodType>(
  text: string | undefined,
  key: string,
  schema: Schema,
): { readonly at: number; readonly value: z.infer<Schema> } | undefined {
  if (text === undefined) return undefined;
  try {
    const kept = z
      .object({ key: z.literal(key), at: z.number(), value: z.unknown() })
      .parse(JSON.parse(text));
    return { at: kept.at, value: schema.parse(kept.value) };
  } catch {
    return undefined;
  }
}

function fileOf(folder: string, key: string): string {
  return join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.json`);
}

function readOwn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // None yet, or not for us to read: the source is asked.
    return undefined;
  }
}

function writeOwn(path: string, text: string): void {
  try {
    replaceFile(path, text, { durable: false });
  } catch {
    // A cache that can't be written is done without; this process keeps it in memory.
  }
}
