import { z } from "zod";
import { listOf } from "../search-http.ts";
import type { SearchProvider } from "../search-provider.ts";

const hit = z.object({ url: z.string(), title: z.string().nullish(), description: z.string().nullish() });
// Without hits there is no `web` at all.
const answer = z.object({ type: z.literal("search"), web: z.object({ results: listOf(hit) }).nullish() });

/** @see https://api-dashboard.search.brave.com/app/documentation/web-search/get-started */
export const brave: SearchProvider = {
  name: "brave",
  title: "Brave Search",
  keys: ["BRAVE_SEARCH_API_KEY", "BRAVE_API_KEY"],
  address: "https://api.search.brave.com",
  maxResults: 20,
  async search(query, { limit, address, key = "", http }) {
    const params = new URLSearchParams({ q: query, count: String(limit), text_decorations: "false" });
    const headers = { "x-subscription-token": key };
    const { web } = await http.json(`${address}/res/v1/web/search?${params}`, answer, { headers });
    return web?.results ?? [];
  },
};
