import { HermesError } from "@hermes/registry";
import type { SearchProvider } from "@hermes/web";
import { z } from "zod";
import type { UsedPlugin } from "../workspace-plugins.ts";

const hits = z
  .array(z.object({ url: z.string(), title: z.string().optional(), description: z.string().optional() }))
  .max(1_000);

/** The search of a plug-in: it needs no key of the person's, and its own process reaches what its manifest names. */
export function pluginSearch(used: UsedPlugin, name: string): SearchProvider {
  const { title = name, maxResults = 20 } = used.description.search[name] ?? {};
  return {
    ...{ name, title, maxResults, keys: [] },
    place: `plug-in ${used.manifest.name}`,
    async search(query, { limit, http, signal, timeoutMs }) {
      try {
        const answer = await used.running.call(
          ["search", name, "search"],
          { query, limit },
          { signal, timeoutMs },
        );
        const { data, error } = hits.safeParse(answer);
        if (data === undefined) throw http.badAnswer(z.prettifyError(error).replaceAll("\n", " "));
        return data;
      } catch (error) {
        signal.throwIfAborted();
        if (HermesError.is(error) && error.code === "WEB_SEARCH_BAD_ANSWER") throw error;
        throw http.unreachable(error instanceof Error ? error.message.replace(/\.$/, "") : String(error));
      }
    },
  };
}
