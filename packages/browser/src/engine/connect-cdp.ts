import { HermesError } from "@hermes/registry";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { BrowserProxy, BrowserSettings } from "../browsers-options.ts";
import { checkRequests } from "./check-requests.ts";
import { hostWithPort } from "./engine.ts";
import type { Engine, OpenContext } from "./engine.ts";
import { loadPlaywright } from "./load-playwright.ts";
import { makeWorkFolder } from "./work-folder.ts";
import { within } from "../session/lock.ts";

export interface ConnectOptions {
  readonly kind: "cdp" | "browserbase";
  readonly url: string;
  readonly settings: BrowserSettings;
  /** Called once the connection has ended, such as to end a session elsewhere. */
  readonly onClosed?: (() => Promise<void>) | undefined;
}

const closeMs = 10_000;

/** Connects to a browser that runs already. Only what was opened here is closed in the end. */
export async function connectCdp({ kind, url, settings, onClosed }: ConnectOptions): Promise<Engine> {
  const { chromium } = await loadPlaywright();
  const isNear = kind === "cdp" && isLoopback(url);
  const folder = await makeWorkFolder();
  const browser = await chromium
    .connectOverCDP(url, {
      timeout: settings.commandTimeoutMs,
      isLocal: isNear,
      noDefaults: true,
      artifactsDir: folder.downloads,
    })
    .catch(async (error: unknown) => {
      await folder.remove();
      throw notConnected(url, error);
    });
  const isPersonal = kind === "cdp" && settings.personal === true;
  // What runs elsewhere can't reach a proxy here, and the person's own context has its own.
  const proxy =
    settings.egress === "open" || !isNear || isPersonal ? undefined : await settings.egress.openProxy();
  return {
    kind,
    browser,
    notes: [],
    // The person's own browser saves where the person wants it, and one elsewhere over there.
    downloadsFolder: isNear && !isPersonal ? folder.downloads : undefined,
    openContext: async (state) => await openContext({ browser, settings, proxy, isPersonal, state }),
    reasonFor(address) {
      const host = hostWithPort(address);
      return host === undefined ? undefined : proxy?.reasonFor(host);
    },
    async close() {
      // Of a connection this ends the connection alone.
      await within(closeMs, browser.close());
      await folder.remove();
      await proxy?.close().catch(() => undefined);
      if (onClosed !== undefined) await within(closeMs, onClosed());
    },
  };
}

interface ContextParts {
  readonly browser: Browser;
  readonly settings: BrowserSettings;
  readonly proxy: BrowserProxy | undefined;
  readonly isPersonal: boolean;
  readonly state: BrowserContextOptions["storageState"];
}

async function openContext({
  browser,
  settings,
  proxy,
  isPersonal,
  state,
}: ContextParts): Promise<OpenContext> {
  const { egress } = settings;
  const [own] = isPersonal ? browser.contexts() : [];
  const context = own ?? (await browser.newContext(contextOptions(proxy, egress !== "open", state)));
  const isHeld = egress === "open" || proxy !== undefined;
  if (egress !== "open") await context.addInitScript(withoutWebRtc);
  const requests = isHeld ? undefined : await checkRequests(context, egress);
  return {
    context,
    requests,
    isPersonal: own !== undefined,
    async close() {
      if (own === undefined) return await context.close();
      await requests?.stop();
    },
  };
}

function contextOptions(
  proxy: BrowserProxy | undefined,
  isHeld: boolean,
  state: BrowserContextOptions["storageState"],
): BrowserContextOptions {
  return {
    ...(state === undefined ? {} : { storageState: state }),
    ...(proxy === undefined ? {} : { proxy: { server: proxy.url, bypass: "<-loopback>" } }),
    // Requests of service workers are not shown to who looks at those of pages.
    ...(isHeld && proxy === undefined ? { serviceWorkers: "block" as const } : {}),
  };
}

/** A browser that was not started here may send past every proxy by it. */
function withoutWebRtc(): void {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"])
    Reflect.deleteProperty(globalThis, name);
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** The address may hold a token, so that only its host is named. */
function notConnected(url: string, error: unknown): HermesError {
  const host = URL.canParse(url) ? new URL(url).host : "an address that is none";
  const line = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
  const why = line.includes(url) || line.includes("://") ? "it does not answer as a browser does" : line;
  return new HermesError(`No connection to the browser at ${host}: ${why}.`, {
    code: "BROWSER_NOT_CONNECTED",
    hint: "Start a browser with --remote-debugging-port=9222 there, and set its address as http://HOST:PORT or wss://….",
    cause: error,
  });
}
