import type { Permissions } from "@hermes/permissions";
import { defineTool } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { WebPage, WebReader } from "@hermes/web";
import { z } from "zod";
import type { MentionContent } from "./mention-content.ts";

const pageTakesMs = 30_000;

export interface FetchPageOptions {
  readonly permissions: Pick<Permissions, "explain">;
  readonly reader: () => Promise<Pick<WebReader, "read">>;
  readonly context: ToolContext;
}

/** A page as text, as web_extract reads it, whole. Only from where it may be fetched, at every redirect. */
export async function fetchPageMention(url: string, options: FetchPageOptions): Promise<MentionContent> {
  const refused = (reason: string): MentionContent => ({ ok: false, name: url, reason });
  if (!/^https?:\/\//i.test(url)) return refused("only http and https addresses can be attached");
  const denied = await deniedBy(url, options);
  if (denied !== undefined) return refused(denied);
  const timeout = AbortSignal.timeout(pageTakesMs);
  const { signal: outer } = options.context;
  try {
    const reader = await options.reader();
    const signal = AbortSignal.any([outer, timeout]);
    const first = await reader.read(url, { signal });
    if (!first.ok) return refused(first.error.replace(/\.$/, ""));
    const text = await wholeOf(first, reader, signal);
    return {
      ok: true,
      name: url,
      size: first.kind,
      about: [`page ${first.finalUrl}, ${first.kind}`, ...first.notes].join(". ").replace(/\.$/, ""),
      text,
      provenance: [{ source: "web", name: new URL(first.finalUrl).host }],
    };
  } catch (error) {
    outer.throwIfAborted();
    if (timeout.aborted) return refused(`it took longer than ${pageTakesMs / 1_000} seconds`);
    throw error;
  }
}

/** All parts of a page, which the reader keeps. */
async function wholeOf(
  { url, content, parts }: WebPage,
  reader: Pick<WebReader, "read">,
  signal: AbortSignal,
): Promise<string> {
  const texts = [content];
  for (let part = 2; part <= parts; part += 1) {
    // oxlint-disable-next-line no-await-in-loop -- from memory
    const next = await reader.read(url, { part, signal });
    if (!next.ok) break;
    texts.push(next.content);
  }
  return texts.join("");
}

/** What the person's rules say of the address. That they typed it answers what they would only be asked. */
async function deniedBy(
  url: string,
  { permissions, context: { origin, sessionId, approve } }: FetchPageOptions,
): Promise<string | undefined> {
  const { verdict, reason } = await permissions.explain(
    { tool: fetching.name, args: { url } },
    { ...origin, sessionId, unattended: approve === undefined, tools: new Map([[fetching.name, fetching]]) },
  );
  return verdict === "deny" ? reason.replace(/\.$/, "") : undefined;
}

/** What a mention of an address does, as rules name it. */
const fetching = defineTool({
  name: "mention",
  toolset: "web",
  description: "Fetch a page that a person mentions.",
  emoji: "🌐",
  action: { name: "web.fetch", summary: "fetch a page", readOnly: true },
  argument: ({ url }) => ({ kind: "url", urls: [url] }),
  input: z.object({ url: z.string() }),
  execute: async () => ({}),
});
