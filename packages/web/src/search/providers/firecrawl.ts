import { z } from "zod";
import { listOf } from "../search-http.ts";
import type { SearchProvider } from "../search-provider.ts";

const hit = z.object({ url: z.string(), title: z.string().nullish(), description: z.string().nullish() });
// Servers of one's own may be older ones, which give the list itself.
const data = z.union([listOf(hit), z.object({ web: listOf(hit).nullish() })]);
const answer = z.object({ success: z.literal(true), data });

/** @see https://docs.firecrawl.dev/api-reference/endpoint/search */
export const firecrawl: SearchProvider = {
  name: "firecrawl",
  title: "Firecrawl",
  keys: ["FIRECRAWL_API_KEY"],
  addressVariable: "FIRECRAWL_API_URL",
  address: "https://api.firecrawl.dev",
  maxResults: 100,
  async search(query, { limit, address, key, http }) {
    const { data: found } = await http.json(`${address}/v2/search`, answer, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      json: { query, limit },
    });
    return "web" in found ? (found.web ?? []) : Array.isArray(found) ? found : [];
  },
};
