import { accessSync, constants } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";

export interface TestBrowser extends AsyncDisposable {
  /** The page, with this as the content of its body; its address is on loopback. */
  open(
    body: string,
    options?: { readonly head?: string; readonly headers?: Record<string, string> },
  ): Promise<Page>;
  /** Serves a document at a path; gives the address with this host: `127.0.0.1` or `localhost`, which are two sites. */
  serve(path: string, html: string, host?: string): string;
}

function findProgram(): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "chromium"))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** One Chromium for the tests of a file, and a server for its pages. Undefined without Chromium: the tests are skipped then. */
export async function openBrowser(): Promise<TestBrowser | undefined> {
  const executablePath = findProgram();
  if (executablePath === undefined) return undefined;
  const documents = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const found = documents.get(request.url ?? "");
    response.writeHead(found === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      ...found?.headers,
    });
    response.end(found?.html ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  // Root has no sandbox of Chromium's.
  const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const page = await context.newPage();
  let count = 0;

  const serve = (path: string, html: string, host = "127.0.0.1"): string => {
    documents.set(path, { html, headers: {} });
    return `http://${host}:${String(port)}${path}`;
  };
  return {
    serve,
    async open(body, { head = "", headers = {} } = {}) {
      count += 1;
      const path = `/page-${String(count)}`;
      const url = serve(path, `<!doctype html><title>Test</title>${head}<body>${body}`);
      documents.set(path, { html: documents.get(path)?.html ?? "", headers });
      await page.goto(url);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
