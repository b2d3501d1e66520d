import { HermesError } from "@hermes/registry";
import type { Browser, BrowserContext } from "playwright-core";
import type { BrowserProxy, BrowserSettings } from "../browsers-options.ts";
import { browserEnvironment } from "./browser-environment.ts";
import { hostWithPort } from "./engine.ts";
import type { Engine, OpenContext } from "./engine.ts";
import { egressArguments, offlineArguments } from "./launch-arguments.ts";
import { loadPlaywright } from "./load-playwright.ts";
import { within } from "../session/lock.ts";
import { makeWorkFolder } from "./work-folder.ts";
import type { WorkFolder } from "./work-folder.ts";

const noSandbox =
  "Chromium runs without its own sandbox, because it does not start one for root: run this as another user to have it.";

/** Playwright kills what does not end, later. */
const closeMs = 10_000;

export interface LocalSettings extends Pick<BrowserSettings, "env" | "headless"> {
  /** `none`: it reaches nothing at all. */
  readonly egress: BrowserSettings["egress"] | "none";
}

/** Starts a browser of our own, over a pipe: no port is open, and it ends when this process does, however that ends. */
export async function launchLocal(path: string, settings: LocalSettings): Promise<Engine> {
  const { chromium } = await loadPlaywright();
  const isRoot = process.getuid?.() === 0;
  const { egress } = settings;
  const proxy = typeof egress === "string" ? undefined : await egress.openProxy();
  const folder = await makeWorkFolder();
  const end = async (main?: BrowserContext): Promise<void> => {
    if (main !== undefined) await within(closeMs, main.close());
    await Promise.all([folder.remove(), proxy?.close().catch(() => undefined)]);
  };
  try {
    const main = await chromium.launchPersistentContext(folder.userData, {
      executablePath: path,
      headless: settings.headless ?? true,
      chromiumSandbox: !isRoot,
      env: browserEnvironment(settings.env, folder.home),
      downloadsPath: folder.downloads,
      artifactsDir: folder.downloads,
      // Windows that open without a click are held back, as a person has it.
      ignoreDefaultArgs: ["--disable-popup-blocking"],
      // The program around decides what its signals do.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        ...(egress === "none" ? offlineArguments : []),
        ...(proxy === undefined ? [] : egressArguments(proxy.url)),
      ],
    });
    const browser = main.browser();
    if (browser === null) throw new Error("the browser has no connection");
    return engineOf({ browser, main, folder, proxy, notes: isRoot ? [noSandbox] : [], end });
  } catch (error) {
    await end();
    throw startFailure(path, error);
  }
}

interface Parts {
  readonly browser: Browser;
  readonly main: BrowserContext;
  readonly folder: WorkFolder;
  readonly proxy: BrowserProxy | undefined;
  readonly notes: readonly string[];
  readonly end: (main: BrowserContext) => Promise<void>;
}

function engineOf({ browser, main, folder, proxy, notes, end }: Parts): Engine {
  return {
    kind: "local",
    browser,
    notes,
    downloadsFolder: folder.downloads,
    async openContext(state): Promise<OpenContext> {
      const context = await browser.newContext({ ...(state === undefined ? {} : { storageState: state }) });
      return { context, requests: undefined, isPersonal: false, close: async () => await context.close() };
    },
    reasonFor(url) {
      const host = hostWithPort(url);
      return host === undefined ? undefined : proxy?.reasonFor(host);
    },
    close: async () => await end(main),
  };
}

function startFailure(path: string, error: unknown): HermesError {
  const text = error instanceof Error ? error.message : String(error);
  const isSandbox = /sandboxing failed|No usable sandbox/.test(text);
  return new HermesError(
    isSandbox
      ? `Chromium (${path}) could not start its sandbox.`
      : `Chromium (${path}) did not start: ${text.split("\n")[0]}`,
    {
      code: "BROWSER_NOT_STARTED",
      hint: isSandbox
        ? "Allow user namespaces on this system (kernel.apparmor_restrict_unprivileged_userns=0, kernel.unprivileged_userns_clone=1), or set another backend."
        : "Start it once by hand to see what it lacks, or name another program in the settings.",
      cause: error,
    },
  );
}
