import type { Provenance, ToolAction } from "@hermes/registry";
import type { UnreadPage, WebPage } from "../web-page.ts";

/** What reading pages is to rules. */
export const webAction: ToolAction = { name: "web.fetch", summary: "read a page of the web", readOnly: true };

/** The hosts that texts really come from. */
export function webSources(
  pages: readonly (WebPage | UnreadPage | { readonly finalUrl: string })[],
): readonly Provenance[] {
  const hosts = pages.flatMap((page) => ("finalUrl" in page ? [new URL(page.finalUrl).host] : []));
  return [...new Set(hosts)].map((name) => ({ source: "web", name }));
}
