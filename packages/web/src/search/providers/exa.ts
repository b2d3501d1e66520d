import { z } from "zod";
import { listOf } from "../search-http.ts";
import type { SearchProvider } from "../search-provider.ts";

const hit = z.object({
  url: z.string(),
  title: z.string().nullish(),
  highlights: z.array(z.string()).nullish().catch(null),
});
const answer = z.object({ results: listOf(hit) });

/** @see https://exa.ai/docs/reference/search */
export const exa: SearchProvider = {
  name: "exa",
  title: "Exa",
  keys: ["EXA_API_KEY"],
  address: "https://api.exa.ai",
  maxResults: 100,
  async search(query, { limit, address, key = "", http }) {
    const { results } = await http.json(`${address}/search`, answer, {
      headers: { "x-api-key": key },
      json: { query, numResults: limit, type: "auto", contents: { highlights: true } },
    });
    return results.map(({ highlights, ...rest }) => ({ ...rest, description: highlights?.join(" … ") }));
  },
};
