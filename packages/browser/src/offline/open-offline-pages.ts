import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import type { BrowserContext, Page } from "playwright-core";
import type { Engine } from "../engine/engine.ts";
import { launchLocal } from "../engine/launch-local.ts";
import { hasPlaywright } from "../engine/load-playwright.ts";
import { findChromium } from "../find/find-chromium.ts";
import { untilAborted, within } from "../session/lock.ts";

/** A page that a program draws in. It reaches no network and no file. */
export interface OfflinePage {
  setContent(html: string): Promise<void>;
  /** Runs the body of an async function, in which `argument` is what was given as JSON. */
  run<Result>(script: string, argument: unknown): Promise<Result>;
  screenshot(options: OfflineScreenshotOptions): Promise<Uint8Array>;
}

export interface OfflineScreenshotOptions {
  /** In CSS pixels. */
  readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

export interface OfflinePageOptions {
  readonly signal: AbortSignal;
  /** @default 30_000 */
  readonly timeoutMs?: number | undefined;
  /** Of the view, in CSS pixels. @default 1280 */
  readonly width?: number | undefined;
  /** @default 800 */
  readonly height?: number | undefined;
  /** Pixels of a picture for each CSS pixel. @default 1 */
  readonly scale?: number | undefined;
}

export interface OfflinePages extends AsyncDisposable {
  /**
   * Gives a page of its own for as long as `use` runs.
   *
   * @returns Undefined where there is no browser, or no Playwright.
   * @throws {HermesError} `BROWSER_DRAWING_TOO_LONG` after the time, `BROWSER_NOT_STARTED`; the reason of `signal` when aborted.
   */
  use<Value>(
    use: (page: OfflinePage) => Promise<Value>,
    options: OfflinePageOptions,
  ): Promise<Value | undefined>;
}

export interface OfflinePagesOptions {
  readonly env: Environment;
  /** As in `findChromium`. */
  readonly executable?: string | undefined;
  /** The browser ends after this time without a page. @default 20_000 */
  readonly idleMs?: number | undefined;
}

/** For a page that hangs; its browser is ended then. */
const closeMs = 5_000;

/** Pages for drawings, in a browser of their own that has no network. It is started by the first one. */
export function openOfflinePages({ env, executable, idleMs = 20_000 }: OfflinePagesOptions): OfflinePages {
  let engine: Promise<Engine> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let users = 0;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ending = engine;
    engine = undefined;
    await (await ending?.catch(() => undefined))?.close();
  };
  const running = async (path: string): Promise<Engine> => {
    const held = engine;
    if ((await held?.catch(() => undefined))?.browser.isConnected() !== true && engine === held)
      engine = undefined;
    engine ??= launchLocal(path, { env, headless: true, egress: "none" });
    return await engine;
  };
  return {
    async use(use, options) {
      options.signal.throwIfAborted();
      if (isClosed) throw new TypeError("The pages are closed.");
      const found = hasPlaywright() ? await findChromium({ env, executable }) : undefined;
      if (found === undefined || !("path" in found)) return undefined;
      clearTimeout(idleTimer);
      users += 1;
      try {
        const { browser } = await running(found.path);
        const { width = 1280, height = 800, scale = 1 } = options;
        const context = await browser.newContext({
          viewport: { width, height },
          deviceScaleFactor: scale,
          offline: true,
          acceptDownloads: false,
          serviceWorkers: "block",
          reducedMotion: "reduce",
        });
        try {
          return await timed(async () => await use(await openPage(context)), options);
        } finally {
          let isGone = false;
          await within(
            closeMs,
            context.close().finally(() => (isGone = true)),
          );
          if (!isGone) await end();
        }
      } finally {
        users -= 1;
        clearTimeout(idleTimer);
        if (users === 0) idleTimer = setTimeout(() => void end().catch(() => undefined), idleMs).unref();
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearTimeout(idleTimer);
      await end();
    },
  };
}

async function openPage(context: BrowserContext): Promise<OfflinePage> {
  await context.route("**/*", async (route) => await route.abort());
  await context.routeWebSocket("**/*", (socket) => void socket.close());
  const page: Page = await context.newPage();
  context.on("page", (other) => void other.close().catch(() => undefined));
  return {
    setContent: async (html) => await page.setContent(html, { waitUntil: "load", timeout: 0 }),
    // Given as a text, it runs whatever the page says about scripts.
    run: async (script, argument) =>
      await page.evaluate(`(async (argument) => {${script}\n})(${JSON.stringify(argument) ?? "undefined"})`),
    screenshot: async ({ clip }) => await page.screenshot({ timeout: 0, animations: "disabled", clip }),
  };
}

async function timed<Value>(
  work: () => Promise<Value>,
  { signal, timeoutMs = 30_000 }: OfflinePageOptions,
): Promise<Value> {
  const late = new AbortController();
  const error = new HermesError(`The drawing was not done after ${timeoutMs / 1_000} s.`, {
    code: "BROWSER_DRAWING_TOO_LONG",
    hint: "Draw less at once.",
  });
  const timer = setTimeout(() => late.abort(error), timeoutMs);
  try {
    return await untilAborted(work(), AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
