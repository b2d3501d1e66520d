import { z } from "zod";
import { listOf } from "../search-http.ts";
import type { SearchProvider } from "../search-provider.ts";

const hit = z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() });
const answer = z.object({
  results: listOf(hit),
  /** Each is the name of an engine and what became of it. */
  unresponsive_engines: listOf(z.tuple([z.string()], z.unknown())).catch([]),
});

/** @see https://docs.searxng.org/dev/search_api.html */
export const searxng: SearchProvider = {
  name: "searxng",
  title: "SearXNG",
  keys: [],
  addressVariable: "SEARXNG_URL",
  maxResults: 100,
  refusalHint:
    "Most instances give HTML alone. On one of your own add `json` to search.formats in its settings.yml and restart it; else choose an instance that allows format=json.",
  async search(query, { address, http }) {
    const params = new URLSearchParams({ q: query, format: "json" });
    const { results, unresponsive_engines: silent } = await http.json(
      `${address}/search?${params}`,
      answer,
      {},
    );
    if (results.length === 0 && silent.length > 0)
      throw http.unreachable(
        `none of its engines answer (${silent
          .map(([name]) => name)
          .slice(0, 5)
          .join(", ")})`,
      );
    return results.map(({ content, ...rest }) => ({ ...rest, description: content }));
  },
};
