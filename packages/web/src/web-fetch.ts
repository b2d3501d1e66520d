/** What a request may say. Matched by shape by `GuardedFetch` of @hermes/permissions. */
export interface WebRequest {
  /** @default "GET" */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** 0: a redirect is the answer. */
  readonly maxRedirects?: number | undefined;
  /** Told of each hop. */
  readonly hops?: WebHops | undefined;
}

export interface WebHops {
  /** May throw to refuse the hop, and gives headers for this hop alone, such as cookies. */
  before?(
    url: URL,
  ): Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;
  /** Sees the answer's headers. */
  after?(url: URL, headers: Headers): void | Promise<void>;
}

/**
 * Connects only where it may, at every hop; refuses with an error whose `code` is `URL_REFUSED`. `Response.url` is where it
 * ended. Bodies stream, already decompressed.
 */
export type WebFetch = (url: string, request?: WebRequest) => Promise<Response>;
