import { defineTool, untrustedValue } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { maxQueryChars } from "../search/max-query-chars.ts";
import type { WebSearch } from "../create-web-search.ts";

const input = z.object({
  query: z.string().min(1).max(maxQueryChars),
  limit: z.int().min(1).max(100).default(5),
});

/** Gives addresses with titles and descriptions, best first. */
export function createSearchTool({ search }: { readonly search: Pick<WebSearch, "search"> }): Tool {
  return defineTool({
    name: "web_search",
    toolset: "web",
    description: "Search the web: titles, addresses, short descriptions. Read a page with web_extract.",
    emoji: "🔍",
    input,
    action: { name: "web.search", summary: "search the web", readOnly: true },
    argument: ({ query }) => ({ kind: "text", text: query }),
    provenance: { source: "web" },
    detail: ({ query }) => query,
    async execute({ query, limit }, { signal }) {
      const { provider, host, results, blocked, notes } = await search.search(query, { limit, signal });
      const value = {
        success: true,
        data: { web: results },
        provider,
        ...(blocked > 0 && { blocked_by_policy: blocked }),
        ...(notes.length > 0 && { notes }),
      };
      return untrustedValue(value, [{ source: "web", name: host }]);
    },
  });
}
