import { z } from "zod";
import { listOf } from "../search-http.ts";
import type { SearchProvider } from "../search-provider.ts";

const hit = z.object({
  url: z.string(),
  title: z.string().nullish(),
  excerpts: z.array(z.string()).nullish().catch(null),
});
const answer = z.object({ results: listOf(hit) });

const maxKeywordChars = 200;

/** @see https://docs.parallel.ai/api-reference/search/search */
export const parallel: SearchProvider = {
  name: "parallel",
  title: "Parallel",
  keys: ["PARALLEL_API_KEY"],
  address: "https://api.parallel.ai",
  maxResults: 40,
  async search(query, { limit, address, key = "", http }) {
    const { results } = await http.json(`${address}/v1/search`, answer, {
      headers: { "x-api-key": key },
      json: {
        objective: query,
        search_queries: [query.slice(0, maxKeywordChars)],
        mode: "basic",
        advanced_settings: { max_results: limit },
      },
    });
    return results.map(({ excerpts, ...rest }) => ({ ...rest, description: excerpts?.join(" … ") }));
  },
};
