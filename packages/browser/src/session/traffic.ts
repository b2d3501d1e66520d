import type { Page, Request, Response } from "playwright-core";

/** The last opening of a page in a tab. */
export interface PageLoad {
  readonly url: string;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** As Chromium says it: `net::ERR_CONNECTION_REFUSED`. */
  readonly failure?: string | undefined;
}

/** Kinds of requests that stay open as long as the page does. */
const endless: ReadonlySet<string> = new Set([
  "eventsource",
  "websocket",
  "ping",
  "media",
  "cspviolationreport",
]);
/** Kinds after which a page often asks for more. */
const leading: ReadonlySet<string> = new Set(["fetch", "xhr"]);

/** What a tab is loading: by it is told when an action has had its effect. */
export class Traffic {
  readonly #open = new Map<Request, number>();
  readonly #changed = new Set<() => void>();
  #count = 0;
  #lastLeadingAt = -Infinity;
  #lastLeading = 0;
  #askedAt: number | undefined;
  #committedAt: number | undefined;
  #loading = 0;
  #load: PageLoad | undefined;

  constructor(page: Page) {
    page.on("request", (request) => this.#started(page, request));
    page.on("requestfinished", (request) => this.#ended(request));
    page.on("requestfailed", (request) => {
      if (isOfPage(page, request)) this.#failed(request);
      this.#ended(request);
    });
    page.on("response", (response) => this.#answered(page, response));
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame() || this.#askedAt === undefined) return;
      this.#askedAt = undefined;
      this.#committedAt = performance.now();
      this.#tell();
    });
    page.on("domcontentloaded", () => this.noPage());
  }

  /** For what comes after: what began before this is not waited for. */
  mark(): number {
    return this.#count;
  }

  /** How many requests that began after the mark are not answered yet. */
  openSince(mark: number): number {
    let open = 0;
    for (const number of this.#open.values()) if (number > mark) open += 1;
    return open;
  }

  /** When the last request ended after which more may come, by `performance.now()`; undefined: there was none since the mark. */
  leadingEndedAt(mark: number): number | undefined {
    return this.#lastLeading > mark ? this.#lastLeadingAt : undefined;
  }

  /** Since when a new page is awaited that was asked for after the mark, by `performance.now()`. Until it comes nothing can be read. */
  awaitedSince(mark: number): number | undefined {
    return this.#loading > mark ? this.#askedAt : undefined;
  }

  /** Since when the document of a new page is being read that was asked for after the mark, by `performance.now()`. */
  readingSince(mark: number): number | undefined {
    return this.#loading > mark ? this.#committedAt : undefined;
  }

  /** Whether a page was asked for after the mark. */
  hasOpenedSince(mark: number): boolean {
    return this.#loading > mark;
  }

  lastLoad(): PageLoad | undefined {
    return this.#load;
  }

  /** No page is awaited any more: it is there, or what began to load became a download. */
  noPage(): void {
    this.#askedAt = undefined;
    this.#committedAt = undefined;
    this.#tell();
  }

  /** Calls back at the next change. @returns What ends that. */
  onChange(run: () => void): () => void {
    this.#changed.add(run);
    return () => this.#changed.delete(run);
  }

  #started(page: Page, request: Request): void {
    this.#count += 1;
    if (isOfPage(page, request)) {
      this.#loading = this.#count;
      this.#askedAt ??= performance.now();
      this.#load = { url: request.url() };
    }
    if (!endless.has(request.resourceType())) this.#open.set(request, this.#count);
    this.#tell();
  }

  #answered(page: Page, response: Response): void {
    const request = response.request();
    if (!isOfPage(page, request)) return;
    this.#load = { url: response.url(), status: response.status(), headers: response.headers() };
  }

  #failed(request: Request): void {
    this.#askedAt = undefined;
    this.#committedAt = undefined;
    this.#load = { url: request.url(), failure: request.failure()?.errorText };
  }

  #ended(request: Request): void {
    const number = this.#open.get(request);
    if (number === undefined) return;
    this.#open.delete(request);
    if (leading.has(request.resourceType())) {
      this.#lastLeadingAt = performance.now();
      this.#lastLeading = Math.max(this.#lastLeading, number);
    }
    this.#tell();
  }

  #tell(): void {
    for (const run of this.#changed) run();
  }
}

function isOfPage(page: Page, request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return true; // The page that it is for is not there yet.
  }
}
