import { defineTool, untrustedValue } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type { WebReader } from "../create-web-reader.ts";
import { shareRoom } from "../parts/share-room.ts";
import { splitParts } from "../parts/split-parts.ts";
import type { UnreadPage, WebPage } from "../web-page.ts";
import { webAction, webSources } from "./web-action.ts";

/** Characters of all pages of a call together. */
const maxChars = 20_000;

const input = z.object({
  urls: z.array(z.string().min(1)).min(1).max(5).describe("Addresses."),
  part: z.int().min(1).optional().describe("Of a long page."),
  fresh: z.boolean().optional().describe("Not from the cache."),
});

/** Reads pages, PDFs and feeds as Markdown, in parts. */
export function createExtractTool({ reader }: { readonly reader: Pick<WebReader, "read"> }): Tool {
  return defineTool({
    name: "web_extract",
    toolset: "web",
    description: "Read web pages, PDFs, feeds or JSON as Markdown, long ones in parts.",
    emoji: "📄",
    input,
    action: webAction,
    argument: ({ urls }) => ({ kind: "url", urls, eachGuarded: true }),
    provenance: { source: "web" },
    maxResultChars: 60_000,
    detail: ({ urls }) => urls.join(" "),
    async execute({ urls, part, fresh }, { signal, progress }) {
      const unique = [...new Set(urls)];
      let done = 0;
      const pages = await Promise.all(
        unique.map(async (url) => {
          const page = await reader.read(url, { part, fresh, signal });
          done += 1;
          if (unique.length > 1) progress?.({ text: `${done} of ${unique.length} pages` });
          return page;
        }),
      );
      const shares = shareRoom(
        pages.map((page) => (page.ok ? page.content.length : 0)),
        // A part of one page is given whole.
        pages.length === 1 ? Infinity : maxChars,
      );
      const results = pages.map((page, index) =>
        page.ok ? resultOf(page, shares[index] ?? 0) : failureOf(page),
      );
      return untrustedValue({ results }, webSources(pages));
    },
  });
}

function resultOf(page: WebPage, room: number): object {
  const { url, finalUrl, title, byline, published, site, part, parts, outline, chars } = page;
  const isWhole = page.content.length <= room;
  const content = isWhole ? page.content : (splitParts(page.content, Math.max(1, room))[0] ?? "");
  const shared = `Only the first ${content.length} characters of this part: the pages of a call share its room. Read it alone for all of it.`;
  const notes = [...page.notes, ...(isWhole ? [] : [shared])];
  return {
    url,
    ...(finalUrl !== url && { final_url: finalUrl }),
    title: title ?? "",
    ...(byline !== undefined && { byline }),
    ...(published !== undefined && { published }),
    ...(site !== undefined && { site }),
    ...(parts > 1 && { part, parts, chars }),
    ...(outline !== undefined && { outline }),
    content,
    ...(notes.length > 0 && { notes }),
  };
}

function failureOf({ url, error, blocked }: UnreadPage): object {
  return { url, title: "", content: "", error, ...(blocked !== undefined && { blocked_by_policy: blocked }) };
}
