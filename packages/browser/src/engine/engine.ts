import type { Browser, BrowserContext, Page } from "playwright-core";
import type { StorageState } from "../session/profile-file.ts";

/** A browser that runs or is connected to, with its ways to hold what pages reach. */
export interface Engine {
  readonly kind: "local" | "cdp" | "browserbase";
  readonly browser: Browser;
  /** What a person should know: that there is no sandbox, or that another backend was wanted. One sentence each. */
  readonly notes: readonly string[];
  /** Where Chromium puts files while they are downloaded; undefined: they stay where the browser is. */
  readonly downloadsFolder: string | undefined;
  /** A context for a session or for a kept profile. */
  openContext(state: StorageState | undefined): Promise<OpenContext>;
  /** Why the proxy refused an address; undefined where it did not, or where there is none. */
  reasonFor(url: string): string | undefined;
  /** Ends the browser that was started here, or the connection. Never throws. */
  close(): Promise<void>;
}

export interface OpenContext {
  readonly context: BrowserContext;
  /** Present where no proxy holds the pages: what was refused on the way. */
  readonly requests: RequestCheck | undefined;
  /** Whether it is the person's own: then only our tabs are closed. */
  readonly isPersonal: boolean;
  close(): Promise<void>;
}

/** Looks at every request that a browser elsewhere shows. */
export interface RequestCheck {
  /** Settles when everything that was requested has been checked. */
  settled(): Promise<void>;
  /** Why a page was emptied since this was last asked; undefined: it was not. */
  takeRefusal(page: Page): string | undefined;
}

/** `name:port` of an address, as proxies name it. */
export function hostWithPort(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const usual = protocol === "https:" || protocol === "wss:" ? "443" : "80";
  return hostname === "" ? undefined : `${hostname}:${port === "" ? usual : port}`;
}
