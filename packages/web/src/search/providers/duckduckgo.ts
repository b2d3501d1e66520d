import type { SearchHit, SearchProvider } from "../search-provider.ts";

/** Far more than a page of results has; a page that is nothing but nested elements takes seconds from here on. */
const maxPageBytes = 256 * 1024;

/** The page for browsers without scripts; there is no interface for programs. */
export const duckduckgo: SearchProvider = {
  name: "duckduckgo",
  title: "DuckDuckGo",
  keys: [],
  address: "https://html.duckduckgo.com",
  maxResults: 30,
  async search(query, { address, http }) {
    const { status, text } = await http.text(`${address}/html/`, {
      form: { q: query, b: "" },
      headers: { accept: "text/html" },
      maxBytes: maxPageBytes,
    });
    const { DOMParser } = await import("linkedom");
    const page = new DOMParser().parseFromString(text, "text/html");
    const isChallenge = page.querySelector("#challenge-form, [class*=anomaly-modal], .g-recaptcha") !== null;
    if (isChallenge) throw http.blocked("it wants to see that a person asks");
    if (status !== 200) throw http.blocked(`it answers ${status} and no results`);
    const hits = [...page.querySelectorAll(".result")].flatMap(hitOf);
    if (hits.length === 0 && page.querySelector(".no-results") === null)
      throw http.badAnswer("it is no page of results");
    return hits;
  },
};

/** What is read of an element. */
interface PageElement {
  readonly textContent: string | null;
  readonly classList: { contains(name: string): boolean };
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}

function hitOf(result: PageElement): readonly SearchHit[] {
  const link = result.querySelector("a.result__a");
  if (link === null || result.classList.contains("result--ad")) return [];
  const url = targetOf(link.getAttribute("href") ?? "");
  const description = result.querySelector(".result__snippet")?.textContent;
  return url === undefined ? [] : [{ url, title: link.textContent, description }];
}

/** Links lead over a page of its own, which counts clicks; those of advertisers over another one, which hides where to. */
function targetOf(href: string): string | undefined {
  const url = URL.parse(href, "https://duckduckgo.com");
  if (url === null) return undefined;
  if (url.hostname !== "duckduckgo.com") return url.href;
  return url.pathname === "/l/" ? (url.searchParams.get("uddg") ?? undefined) : undefined;
}
