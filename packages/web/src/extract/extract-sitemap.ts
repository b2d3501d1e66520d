import { Parser } from "htmlparser2";
import type { Extraction, PageLink } from "./extraction.ts";

/** Addresses that are taken from one file. */
const maxAddresses = 2_000;

/** The addresses of a sitemap, or of the sitemaps that an index names. A list of addresses as plain text is one, too. */
export function extractSitemap(text: string, url: string): Extraction {
  const found = /^\s*</.test(text) ? locations(text) : text.split(/\s+/).slice(0, maxAddresses);
  const links = found.flatMap((each): readonly PageLink[] => {
    const address = URL.parse(each.trim(), url);
    return address === null || !/^https?:$/.test(address.protocol)
      ? []
      : [{ url: address.href, nofollow: false }];
  });
  return {
    kind: "text",
    text: /<sitemapindex\b/.test(text.slice(0, 2_000)) ? "index" : "",
    links,
    notes: [],
  };
}

function locations(xml: string): readonly string[] {
  const found: string[] = [];
  let current: string | undefined;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (name === "loc") current = "";
      },
      ontext: (text) => {
        if (current !== undefined && current.length < 4_000) current += text;
      },
      onclosetag: (name) => {
        if (name === "loc" && current !== undefined) found.push(current);
        current = undefined;
      },
    },
    { xmlMode: true },
  );
  const chunkChars = 65_536;
  for (let at = 0; at < xml.length && found.length < maxAddresses; at += chunkChars)
    parser.write(xml.slice(at, at + chunkChars));
  return found.slice(0, maxAddresses);
}
