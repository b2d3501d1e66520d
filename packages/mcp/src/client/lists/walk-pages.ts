import { HermesError } from "@hermes/registry";
import { z } from "zod";

const maxPages = 100;

const page = z.looseObject({
  nextCursor: z.string().max(10_000).optional(),
  ttlMs: z.number().nonnegative().optional(),
});

export interface Pages {
  readonly items: readonly unknown[];
  /** How long they may be taken for what is there, in milliseconds; the least of all pages. Undefined: not said. */
  readonly ttlMs?: number | undefined;
  /** Why there may be more, as a sentence. */
  readonly leftOut?: string | undefined;
}

/**
 * Fetches all pages of a list, at most 100 and `maxItems`; a cursor that comes again ends it.
 *
 * @param key Name of the list in a page.
 * @throws {HermesError} `MCP_BAD_ANSWER` where a page has no such list.
 */
export async function walkPages(
  key: string,
  maxItems: number,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<Pages> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let ttlMs: number | undefined;
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const parsed = page.safeParse(await fetchPage(cursor));
    const list = parsed.success ? parsed.data[key] : undefined;
    if (!parsed.success || !Array.isArray(list))
      throw new HermesError(`The server's answer has no list of ${key}.`, {
        code: "MCP_BAD_ANSWER",
        hint: "The server breaks the protocol; tell those who make it.",
      });
    items.push(...(list as readonly unknown[]).slice(0, maxItems - items.length + 1));
    const said = parsed.data.ttlMs;
    if (said !== undefined) ttlMs = Math.min(ttlMs ?? said, said);
    cursor = parsed.data.nextCursor;
    if (cursor === undefined && items.length <= maxItems) return { items, ttlMs };
    if (items.length > maxItems) {
      const leftOut = `Of its ${key}, those after the first ${maxItems.toLocaleString("en-US")}.`;
      return { items: items.slice(0, maxItems), ttlMs, leftOut };
    }
    if (cursor === undefined || seen.has(cursor))
      return { items, ttlMs, leftOut: `Of its ${key}, what may follow: its pages go round in a circle.` };
    if (pages >= maxPages)
      return { items, ttlMs, leftOut: `Of its ${key}, what follows page ${String(maxPages)}.` };
    seen.add(cursor);
  }
}
