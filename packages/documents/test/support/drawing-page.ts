import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { WithDrawingPage } from "../../src/diagrams/index.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Pages of a real browser that may reach everything: what reaches nothing does so by itself. */
export interface OpenPages extends AsyncDisposable {
  readonly withPage: WithDrawingPage;
}

export async function openPages(): Promise<OpenPages> {
  const { chromium } = await import("playwright-core");
  const executablePath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  return {
    async withPage(use, { width = 1280, height = 800, scale = 1 }) {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
      try {
        const page = await context.newPage();
        return await use({
          setContent: async (html) => await page.setContent(html, { timeout: 0 }),
          run: async (script, argument) =>
            await page.evaluate(`(async (argument) => {${script}\n})(${JSON.stringify(argument)})`),
          screenshot: async ({ clip }) =>
            await page.screenshot({ timeout: 0, ...(clip !== undefined && { clip }) }),
        });
      } finally {
        await context.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}

export interface Listener extends AsyncDisposable {
  readonly origin: string;
  /** What was asked for. */
  readonly requests: readonly string[];
}

/** A server that nothing should reach. */
export async function listen(): Promise<Listener> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
