import { defineTool, toolError, untrustedValue } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type { WebReader } from "../create-web-reader.ts";
import type { Crawl } from "../crawl/crawl-site.ts";
import { shareRoom } from "../parts/share-room.ts";
import { splitParts } from "../parts/split-parts.ts";
import { webAction, webSources } from "./web-action.ts";

/** Characters of the beginnings of all pages together, and of one. */
const maxChars = 20_000;
const maxPageChars = 1_500;

const patterns = z.array(z.string().min(1).max(500)).max(50);

const input = z.object({
  url: z.string().min(1).describe("Where to start."),
  max_pages: z.int().min(1).max(200).optional().describe("Default 20."),
  max_depth: z.int().min(0).max(10).optional().describe("Links from the start. Default 2."),
  include: patterns.optional().describe('Only paths that begin so, such as "/docs/"; * stands for anything.'),
  exclude: patterns.optional().describe("No paths that begin so."),
});

/** Reads the pages of one site. */
export function createCrawlTool({ reader }: { readonly reader: Pick<WebReader, "crawl"> }): Tool {
  return defineTool({
    name: "web_crawl",
    toolset: "web",
    description:
      "Read many pages of one site, following its links and robots.txt. Gives the beginning of each; web_extract reads one whole.",
    emoji: "🕸️",
    rare: true,
    input,
    action: webAction,
    argument: ({ url }) => ({ kind: "url", urls: [url] }),
    provenance: { source: "web" },
    maxResultChars: 60_000,
    detail: ({ url }) => url,
    async execute({ url, max_pages, max_depth, include, exclude }, { signal, progress }) {
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
        return toolError(`"${url.slice(0, 200)}" is no address of the web.`, {
          hint: "Give one that begins with https://.",
        });
      const crawl = await reader.crawl(url, {
        signal,
        maxPages: max_pages,
        maxDepth: max_depth,
        include,
        exclude,
        progress: (pages, maxPages) => progress?.({ text: `${pages} of ${maxPages} pages`, subject: url }),
      });
      return untrustedValue(resultOf(crawl), webSources(crawl.pages));
    },
  });
}

function resultOf({ pages, failures, endedBy, notes, left }: Crawl): object {
  const shares = shareRoom(
    pages.map(({ text }) => Math.min(text.length, maxPageChars)),
    maxChars,
  );
  return {
    pages: pages.map(({ url, finalUrl, title, depth, text }, index) => ({
      url,
      ...(finalUrl !== url && { final_url: finalUrl }),
      title: title ?? "",
      depth,
      content: beginningOf(text, shares[index] ?? 0),
      chars: text.length,
    })),
    ended: endings[endedBy],
    left,
    ...(failures.length > 0 && { failures }),
    ...(notes.length > 0 && { notes }),
  };
}

const endings: Readonly<Record<Crawl["endedBy"], string>> = {
  done: "Every address that was found was read.",
  pages: "The limit of pages was reached.",
  time: "The time was over.",
  size: "The limit of bytes was reached.",
  robots: "The robots.txt of the site does not allow it, or could not be read.",
  start: "The first page could not be read.",
};

function beginningOf(text: string, room: number): string {
  return text.length <= room ? text : (splitParts(text, Math.max(1, room))[0] ?? "");
}
