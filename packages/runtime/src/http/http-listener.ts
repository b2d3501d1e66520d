import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { lazy } from "../lazy.ts";

export interface HttpOptions {
  /** Address to bind. Anything but loopback needs `allowedHosts`. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** 0: any that is free. @default 0 */
  readonly port?: number | undefined;
  /** Names, without a port, by which the listener is reached besides those of loopback: behind a tunnel or a proxy. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** PEM of the certificate and of its key: HTTPS instead of HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How long `close` waits for requests under way, in milliseconds. @default 5_000 */
  readonly closeWithinMs?: number | undefined;
  /** How long the headers of a request may take, in milliseconds: whoever is slower gets 408. @default 10_000 */
  readonly headersWithinMs?: number | undefined;
  /** How long a whole request may take to come in, in milliseconds. @default 30_000 */
  readonly requestWithinMs?: number | undefined;
  /** Connections whose request is not here yet, and idle ones; beyond it the one that waits longest is ended. @default 500 */
  readonly maxWaiting?: number | undefined;
}

/** A request that passed the checks of the listener: host, origin, token, size. */
export interface HttpRequest {
  /** Its body was read, unless the route reads it: what the stream held is in `body`. */
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly body: Uint8Array;
  /** Aborted when the listener closes, or the client is gone. */
  readonly signal: AbortSignal;
}

export interface HttpUpgrade {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly socket: Duplex;
  /** The first bytes behind the request. */
  readonly head: Buffer;
  /** Aborted when the listener closes; sockets that are open after `closeWithinMs` are destroyed. */
  readonly signal: AbortSignal;
}

export interface HttpRoute {
  /** Answers one request. What it throws is the answer 500, without a word of why, and a warning. */
  handle(request: HttpRequest, response: ServerResponse): void | Promise<void>;
  /** Takes over a connection, such as a WebSocket. Absent: an upgrade is answered with 404. */
  upgrade?(upgrade: HttpUpgrade): void | Promise<void>;
  /** True: no token is asked for, because the route checks by itself who is asking, or anyone may. @default false */
  readonly public?: boolean | undefined;
  /** True: the route checks host, origin and token, and reads the body, all by itself. @default false */
  readonly checksItself?: boolean | undefined;
  /**
   * True: requests may come by any name, as through a tunnel. For routes that check a signature: a page on the web that made its own
   * name lead here has none. @default false
   */
  readonly anyHost?: boolean | undefined;
  /** What requests have to carry. @default one that is made here */
  readonly token?: string | undefined;
  /** A longer body is answered with 413, and the handler is not called. @default 1_000_000 */
  readonly maxBodyBytes?: number | undefined;
}

/** A route that is being served. */
export interface ServedRoute {
  /** With the port that was bound; ends with the prefix. */
  readonly url: URL;
  /** Requests carry it as `Authorization: Bearer …`. Undefined for a public route. */
  readonly token: string | undefined;
  /** Takes the route away; requests under way go on. The listener stays. */
  close(): void;
}

/** One server for every part that needs one. It listens from the first route on. */
export interface HttpListener {
  /**
   * Serves everything at and below `prefix`, such as `/hooks`; of several, the longest that fits.
   *
   * @throws {HermesError} `HTTP_ROUTE_TAKEN`, `HTTP_BAD_PREFIX`, `HTTP_CLOSED`; `HTTP_HOST_OPEN` for an address that is not
   * loopback without `allowedHosts`; `HTTP_CANNOT_LISTEN` when the address can't be bound; `HTTP_BAD_CERTIFICATE`.
   */
  route(prefix: string, route: HttpRoute): Promise<ServedRoute>;
  /** Takes no more requests, aborts what waits for `signal`, and ends every connection. A second call does nothing. */
  close(): Promise<void>;
}

/**
 * Loads and binds nothing before the first route.
 *
 * @param options A function is asked once, with the first route.
 */
export function createHttpListener(
  options?: HttpOptions | (() => HttpOptions),
  onWarning: (message: string) => void = () => undefined,
): HttpListener {
  const server = lazy(async () => {
    const { HttpServer } = await import("./http-server.ts");
    return new HttpServer(httpOptionsOf(options), onWarning);
  });
  let closed = false;
  return {
    async route(prefix, route) {
      const opened = await server();
      if (closed) await opened.close();
      return await opened.route(prefix, route);
    },
    async close() {
      closed = true;
      await (await server.made)?.close();
    },
  };
}

export function httpOptionsOf(options: HttpOptions | (() => HttpOptions) = {}): HttpOptions {
  return typeof options === "function" ? options() : options;
}
