/** What the worker is asked for. Plain data: it is copied between threads. */
export interface ExtractionRequest {
  /** Where the bytes came from in the end; relative links are resolved against it. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** `Content-Type` as the server gave it; empty when it gave none. */
  readonly contentType: string;
  /**
   * `page`: whatever it is, as text. `plain`: the bare text of HTML, by a parser that builds no tree. `sitemap`: the addresses of a
   * sitemap.
   */
  readonly as: "page" | "plain" | "sitemap";
  /** Whether the bytes end before the page did. */
  readonly isCut: boolean;
}

export type PageKind = "html" | "feed" | "json" | "pdf" | "text";

/** A link of a page that a crawler may follow. */
export interface PageLink {
  /** Absolute. */
  readonly url: string;
  /** Whether the page asks not to follow it. */
  readonly nofollow: boolean;
}

/** What was read from the bytes of a page. Plain data. */
export interface Extraction {
  readonly kind: PageKind;
  /** Markdown, or the text itself. */
  readonly text: string;
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  /** When it was published, as the page says it. */
  readonly published?: string | undefined;
  readonly site?: string | undefined;
  /** In the order of the page, each address once. */
  readonly links: readonly PageLink[];
  /** The address that the page names as its own. */
  readonly canonical?: string | undefined;
  /** Where the page sends its reader on to at once. */
  readonly refresh?: string | undefined;
  /** What the reader should know, one sentence each. */
  readonly notes: readonly string[];
}
