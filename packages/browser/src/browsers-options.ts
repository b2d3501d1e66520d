import type { Environment, Provenance } from "@hermes/registry";

/** Where the browser is. `auto`: here where there is one, else the CDP endpoint, else Browserbase, whichever is set up. */
export type BrowserBackend = "local" | "cdp" | "browserbase" | "auto";

/** Says what pages may reach, and carries what they send. */
export interface BrowserEgress {
  /** One sentence why an address may not be opened; undefined: it may. */
  check(url: string, options: { readonly signal?: AbortSignal | undefined }): Promise<string | undefined>;
  /** A proxy on loopback that resolves names, checks addresses, and connects to what it has checked. */
  openProxy(): Promise<BrowserProxy>;
}

export interface BrowserProxy {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Why `name:port` was refused; undefined where it was not. */
  reasonFor(host: string): string | undefined;
  close(): Promise<void>;
}

export interface BrowserbaseOptions {
  readonly apiKey: string;
  readonly projectId: string;
  /** @default "https://api.browserbase.com" */
  readonly apiUrl?: string | undefined;
}

/**
 * What happens to alert, confirm, prompt and beforeunload. `must_respond`: they wait for `browser_dialog`, and are dismissed after a
 * time; `dismiss` and `accept`: at once.
 */
export type DialogPolicy = "must_respond" | "dismiss" | "accept";

/** Time as the browser's idle limits see it. */
export interface BrowserClock {
  now(): number;
  /** Calls `run` after so many milliseconds. @returns What keeps it from being called. */
  after(ms: number, run: () => void): () => void;
}

export interface BrowsersOptions {
  readonly backend: BrowserBackend;
  /** `http://127.0.0.1:9222`, or `wss://…`. May hold a token: it is never shown. */
  readonly cdpUrl?: string | undefined;
  /**
   * Whether to use the cookies and logins of the person's own browser at `cdpUrl`. Tabs of the person are neither seen nor closed.
   * @default false
   */
  readonly personal?: boolean | undefined;
  readonly browserbase?: BrowserbaseOptions | undefined;
  /** How pages are reached. "open": no policy at all, for programs that know what they do. */
  readonly egress: BrowserEgress | "open";
  /** Name of a kept profile, so that logins last: letters, digits, `_`, `-` and `.`. @default a fresh context for each session */
  readonly profile?: string | undefined;
  /** Where profiles are kept. Needed for `profile`. */
  readonly profilesFolder?: string | undefined;
  /** Folder for downloads, pictures and PDFs of a task. It is made when the first file comes. */
  folderOf(taskId: string): string;
  /** Awaited for every new file before the model learns of it. */
  readonly onFile?: ((path: string, source: Provenance) => void | Promise<void>) | undefined;
  /** Where programs are found by, and what the browser inherits little of. */
  readonly env: Environment;
  /** The program to start. @default what `findChromium` finds */
  readonly executable?: string | undefined;
  /** @default true */
  readonly headless?: boolean | undefined;
  /** Longest time for an action, at least 5 000; opening a page has at least 60 000. Milliseconds. @default 30_000 */
  readonly commandTimeoutMs?: number | undefined;
  /** A session without a call for so long is closed. At least 30 000. @default 120_000 */
  readonly idleMs?: number | undefined;
  /** @default "must_respond" */
  readonly dialogPolicy?: DialogPolicy | undefined;
  /** A dialog that nobody answers is dismissed. Milliseconds. @default 300_000 */
  readonly dialogTimeoutMs?: number | undefined;
  /** A larger download is cancelled. @default 104_857_600 */
  readonly maxDownloadBytes?: number | undefined;
  /** For the calls to Browserbase. @default the global one */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** @default that of the system */
  readonly clock?: BrowserClock | undefined;
}

/** Options with their defaults and lower limits. */
export interface BrowserSettings extends BrowsersOptions {
  readonly commandTimeoutMs: number;
  readonly navigationTimeoutMs: number;
  readonly idleMs: number;
  readonly dialogPolicy: DialogPolicy;
  readonly dialogTimeoutMs: number;
  readonly maxDownloadBytes: number;
  readonly clock: BrowserClock;
}

export function withDefaults(options: BrowsersOptions): BrowserSettings {
  const commandTimeoutMs = Math.max(5_000, options.commandTimeoutMs ?? 30_000);
  return {
    ...options,
    commandTimeoutMs,
    navigationTimeoutMs: Math.max(60_000, commandTimeoutMs),
    idleMs: Math.max(30_000, options.idleMs ?? 120_000),
    dialogPolicy: options.dialogPolicy ?? "must_respond",
    dialogTimeoutMs: options.dialogTimeoutMs ?? 300_000,
    maxDownloadBytes: options.maxDownloadBytes ?? 104_857_600,
    clock: options.clock ?? systemClock,
  };
}

const systemClock: BrowserClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
