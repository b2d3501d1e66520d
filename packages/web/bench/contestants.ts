import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importPeer, peerFolder } from "@hermes/tooling/bench/peer";
import { createPageExtractor } from "../src/extract/extract-page.ts";
import { bareStack } from "./bare-stack.ts";

export interface Contestant {
  readonly name: string;
  extract(html: string): Promise<string>;
}

const url = "https://example.org/page";
const family = "web-extraction";

/** Ours first; of the others those that are installed. */
export async function contestants(): Promise<readonly Contestant[]> {
  const extractPage = createPageExtractor();
  const ours: Contestant = {
    name: "ours",
    async extract(html) {
      const bytes = new TextEncoder().encode(html);
      return (
        await extractPage({ url, bytes, contentType: "text/html; charset=utf-8", as: "page", isCut: false })
      ).text;
    },
  };
  return [
    ours,
    { name: "linkedom, readability, node-html-markdown", extract: bareStack },
    ...(await peers()),
  ];
}

/** Peers have no types here: they are installed out of the way of the workspace. */
async function peers(): Promise<readonly Contestant[]> {
  const folder = peerFolder(family);
  if (folder === undefined) return [];
  const { JSDOM } = (await importPeer(family, "jsdom")) as JsdomModule;
  const { default: Turndown } = (await importPeer(family, "turndown")) as TurndownModule;
  const { Readability } = (await importPeer(family, "@mozilla/readability")) as ReadabilityModule;
  const defuddle = pathToFileURL(join(folder, "node_modules", "defuddle", "dist", "node.js"));
  const { Defuddle } = (await import(defuddle.href)) as DefuddleModule; // As its README says.
  return [
    {
      name: "jsdom, readability, turndown",
      async extract(html) {
        const { window } = new JSDOM(html, { url });
        const content = new Readability(window.document).parse()?.content ?? "";
        window.close();
        return await Promise.resolve(new Turndown().turndown(content));
      },
    },
    {
      name: "defuddle",
      async extract(html) {
        return (await Defuddle(html, url, { markdown: true })).content;
      },
    },
  ];
}

interface JsdomModule {
  readonly JSDOM: new (
    html: string,
    options: object,
  ) => { readonly window: { readonly document: object; close(): void } };
}
interface TurndownModule {
  readonly default: new () => { turndown(html: string): string };
}
interface ReadabilityModule {
  readonly Readability: new (document: object) => { parse(): { readonly content?: string } | null };
}
interface DefuddleModule {
  Defuddle(html: string, url: string, options: object): Promise<{ readonly content: string }>;
}
