import { createGuardedFetch } from "@hermes/permissions";
import type { Permissions } from "@hermes/permissions";
import { defineTool, HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import { z } from "zod";
import type { MentionContent } from "./mention-content.ts";

const pageTakesMs = 10_000;
const maxBytes = 2_000_000;

export interface FetchPageOptions {
  readonly permissions: Pick<Permissions, "explain">;
  /** Private hosts that may be fetched from. */
  readonly allow: readonly string[];
  readonly context: ToolContext;
}

/** A page as text: HTML as Markdown, other text as it is. Only from where it may be fetched, at every redirect. */
export async function fetchPageMention(url: string, options: FetchPageOptions): Promise<MentionContent> {
  const refused = (reason: string): MentionContent => ({ ok: false, name: url, reason });
  if (!/^https?:\/\//i.test(url)) return refused("only http and https addresses can be attached");
  const denied = await deniedBy(url, options);
  if (denied !== undefined) return refused(denied);
  const timeout = AbortSignal.timeout(pageTakesMs);
  const { signal: outer } = options.context;
  const signal = AbortSignal.any([outer, timeout]);
  try {
    const guarded = createGuardedFetch({ allow: options.allow });
    const response = await guarded(url, {
      signal,
      headers: { accept: "text/html, text/*;q=0.9, */*;q=0.1" },
    });
    const type = response.headers.get("content-type") ?? "text/plain";
    const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
    const why = !response.ok
      ? `the server answered ${response.status}`
      : isPage || isText(type)
        ? undefined
        : `it is ${mediaType(type)} and not text`;
    if (why !== undefined) {
      await response.body?.cancel();
      return refused(why);
    }
    const bytes = await readAtMost(response, maxBytes);
    if (bytes === undefined) return refused("it is larger than 2 MB");
    const text = decode(bytes, type);
    const { host } = new URL(response.url);
    return {
      ok: true,
      name: url,
      size: mediaType(type),
      about: `page ${response.url}, ${mediaType(type)}${isPage ? " as Markdown" : ""}`,
      text: isPage ? await toMarkdown(text) : text,
      provenance: [{ source: "web", name: host }],
    };
  } catch (error) {
    outer.throwIfAborted();
    if (timeout.aborted) return refused(`it took longer than ${pageTakesMs / 1_000} seconds`);
    return refused(whyOf(error));
  }
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

/** Undefined: there is more. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isText(type: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|toml|javascript)\b)/i.test(type);
}

function mediaType(type: string): string {
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? type;
}

/** An encoding that is not known is read as UTF-8. */
function decode(bytes: Uint8Array, type: string): string {
  const [, label = "utf-8"] = /charset="?([\w-]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

async function toMarkdown(html: string): Promise<string> {
  const { NodeHtmlMarkdown } = await import("node-html-markdown");
  return NodeHtmlMarkdown.translate(html).trim();
}

function whyOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const said = error instanceof HermesError ? error : (cause ?? error);
  return (said instanceof Error ? said.message : String(said)).replace(/\.$/, "");
}
