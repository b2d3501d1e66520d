import type { Duplex } from "node:stream";
import type { IncomingMessage } from "node:http";

/** What is known of the connection beside the request. */
export interface Connection {
  readonly remoteAddress?: string | undefined;
  /** Whether it is encrypted here. Behind a tunnel or a proxy it is not. @default false */
  readonly isSecure?: boolean | undefined;
}

/** A home over HTTP and WebSocket. */
export interface Api extends AsyncDisposable {
  /**
   * Answers every request; never throws. `request.signal` is aborted when the client goes. Host, origin, token, role, rate and size are
   * checked here: whoever calls it has nothing to check.
   */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Takes over the connection of an upgrade to `/ws`; whoever may not come in gets an answer of HTTP. Never rejects. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Uint8Array): Promise<void>;
  /**
   * A path that lets a browser in once, within ten minutes, as `/link/…`: it sets a cookie and leads to `/`.
   *
   * @param name Of the token in whose name it is. @default the first owner
   */
  createLink(name?: string): string;
}
