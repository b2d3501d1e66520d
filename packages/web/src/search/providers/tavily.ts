import { z } from "zod";
import { listOf } from "../search-http.ts";
import type { SearchProvider } from "../search-provider.ts";

const hit = z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() });
const answer = z.object({ results: listOf(hit) });

/** @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily: SearchProvider = {
  name: "tavily",
  title: "Tavily",
  keys: ["TAVILY_API_KEY"],
  address: "https://api.tavily.com",
  maxResults: 20,
  async search(query, { limit, address, key = "", http }) {
    const { results } = await http.json(`${address}/search`, answer, {
      headers: { authorization: `Bearer ${key}` },
      json: { query, max_results: limit, search_depth: "basic" },
    });
    return results.map(({ content, ...rest }) => ({ ...rest, description: content }));
  },
};
