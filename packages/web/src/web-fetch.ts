/** One request, as `WebFetch` takes it. */
export interface WebRequest {
  /** @default "GET" */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** 0: a redirect is the answer. */
  readonly maxRedirects?: number | undefined;
  readonly hops?: HopListener | undefined;
}

/** Told of the first address and of each redirect that is followed. */
export interface HopListener {
  /** Before a connection is made. Gives headers for this hop alone, such as its cookies; what it throws ends the request. */
  readonly before?:
    | ((
        url: URL,
      ) =>
        | Readonly<Record<string, string>>
        | undefined
        | Promise<Readonly<Record<string, string>> | undefined>)
    | undefined;
  /** With the headers of the answer. */
  readonly after?: ((url: URL, headers: Headers) => void | Promise<void>) | undefined;
}

/**
 * Connects only where it may, at every hop; refuses with an error whose `code` is "URL_REFUSED". `Response.url` is where it ended.
 * Bodies stream, already decompressed. `createGuardedFetch` of `@hermes/permissions` is one.
 */
export type WebFetch = (url: string, request?: WebRequest) => Promise<Response>;
