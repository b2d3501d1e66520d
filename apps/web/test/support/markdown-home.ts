import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { Page } from "playwright-core";
import { build } from "vite";
import { appFolder } from "./build.ts";
import { serveHome } from "./served-home.ts";
import type { ServedHome } from "./served-home.ts";

/** A home that serves Markdown and canvas alone, with the policy and the frames of the page. */
export async function serveMarkdown(): Promise<ServedHome> {
  const cache = join(appFolder, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "markdown-page-"));
  const index = join("test", "support", "markdown-page", "index.html");
  await build({
    ...{ root: appFolder, base: "/", logLevel: "error", configFile: join(appFolder, "vite.config.ts") },
    build: {
      ...{ outDir: folder, emptyOutDir: true, minify: false },
      rollupOptions: { input: [join(appFolder, index), join(appFolder, "frame", "drawing.html")] },
    },
  });
  await copyFile(join(folder, index), join(folder, "index.html"));
  const served = await serveHome({ model: scripted(() => ({ text: "Yes." })), choice: { page: folder } });
  return {
    ...served,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Shows a text in that page. */
export async function showText(page: Page, text: string, isStreaming = false): Promise<void> {
  await page.evaluate(
    ([shown, streaming]) => {
      // What `markdown-page/main.tsx` has left there.
      const { showText: show } = globalThis as unknown as {
        showText(text: string, isStreaming: boolean): void;
      };
      show(shown, streaming);
    },
    [text, isStreaming] as const,
  );
}

/** Opens a document in the canvas of that page. */
export async function openDocument(
  page: Page,
  document: { readonly title: string; readonly kind: string; readonly text: string },
): Promise<void> {
  await page.evaluate((shown) => {
    // As above.
    (globalThis as unknown as { openInCanvas(document: object): void }).openInCanvas(shown);
  }, document);
}

/** Waits until what was shown is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}
