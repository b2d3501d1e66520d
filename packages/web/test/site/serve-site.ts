import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { articlePages, listPages } from "./article-pages.ts";
import { brokenPages, hostilePages } from "./broken-pages.ts";
import { charsetPages } from "./charset-pages.ts";
import { documentPages } from "./document-pages.ts";
import type { SitePage } from "./site-page.ts";
import { transferPages } from "./transfer-pages.ts";

export interface ServedSite {
  /** Without a slash at the end. */
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  /** Paths that were asked for, with their cookies, in their order. */
  readonly requests: readonly { readonly path: string; readonly cookie: string | undefined }[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** More than 200 pages of the shapes of the real web, the same in every run. */
export function sitePages(): readonly SitePage[] {
  return [
    ...articlePages(),
    ...listPages(),
    ...charsetPages(),
    ...documentPages(),
    ...transferPages(),
    ...brokenPages(),
    ...hostilePages(),
  ];
}

/** Serves pages on loopback. */
export async function serveSite(pages: readonly SitePage[]): Promise<ServedSite> {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const requests: { path: string; cookie: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ path, cookie: request.headers.cookie });
    const page = byPath.get(path) ?? byPath.get(path.replace(/\?.*$/, ""));
    if (page !== undefined) return page.answer(request, response);
    response.writeHead(404, { "content-type": "text/html" });
    response.end("<p>Nothing here</p>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const host = `127.0.0.1:${port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
