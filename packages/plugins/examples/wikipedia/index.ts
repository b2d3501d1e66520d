// A search provider: https://www.mediawiki.org/wiki/API:REST_API/Reference#Search_pages
import type { PluginParts } from "@hermes/plugins";
import { plainText } from "./plain-text.ts";

interface Page {
  readonly key: string;
  readonly title: string;
  /** HTML. */
  readonly excerpt?: string | undefined;
  readonly description?: string | undefined;
}

function isPage(value: unknown): value is Page {
  return (
    typeof value === "object" &&
    value !== null &&
    "key" in value &&
    typeof value.key === "string" &&
    "title" in value
  );
}

function pagesOf(answer: unknown): readonly Page[] {
  const pages = typeof answer === "object" && answer !== null && "pages" in answer ? answer.pages : undefined;
  if (!Array.isArray(pages)) throw new TypeError("The site answered with something else than pages.");
  return pages.filter(isPage);
}

const parts: PluginParts = {
  search: {
    wikipedia: {
      title: "Wikipedia",
      maxResults: 50,
      async search({ query, limit }, { settings, signal }) {
        const site = String(settings["address"]).replace(/\/+$/, "");
        const response = await fetch(
          `${site}/w/rest.php/v1/search/page?q=${encodeURIComponent(query)}&limit=${limit}`,
          {
            // Wikimedia asks who calls: https://foundation.wikimedia.org/wiki/Policy:User-Agent_policy
            headers: { "user-agent": "hermes-wikipedia/1.0 (https://github.com/hermes-ts/hermes)" },
            signal,
          },
        );
        if (!response.ok) throw new Error(`${site} answered with status ${response.status}.`);
        return pagesOf(await response.json()).map(({ key, title, excerpt = "", description }) => ({
          url: `${site}/wiki/${encodeURIComponent(key).replaceAll("%2F", "/").replaceAll("%3A", ":")}`,
          title,
          description: [description ?? "", plainText(excerpt)].filter((text) => text !== "").join(": "),
        }));
      },
    },
  },
};

export default parts;
