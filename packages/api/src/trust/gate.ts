import type { Connection } from "../api.ts";
import { refused } from "../errors/refusal.ts";
import type { Caller } from "./caller.ts";
import type { Links } from "./links.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Tokens } from "./tokens.ts";

const loopback: readonly string[] = ["127.0.0.1", "[::1]", "localhost"];
/** Requests with one of these change nothing. */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export interface GateOptions {
  readonly tokens: Tokens;
  readonly links: Links;
  readonly rateLimit: RateLimit;
  readonly allowedHosts: readonly string[];
  readonly origins: readonly string[];
}

/** What is asked of a request before anything is read of it. */
export interface AskedRequest {
  readonly method: string;
  readonly headers: Headers;
  /** Of a WebSocket, which has no header for it in browsers. */
  readonly bearer?: string | undefined;
}

/** Where every request has to pass. */
export class Gate {
  readonly #options: GateOptions;
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#hosts = new Set([...loopback, ...options.allowedHosts.map((host) => host.toLowerCase())]);
    this.#origins = new Set(options.origins);
  }

  /**
   * A page that made its own name lead here (DNS rebinding) says that name, and a page elsewhere says its origin. A sandboxed frame has
   * none (`null`): it gets public files alone.
   *
   * @throws {HermesError} `API_FORBIDDEN_HOST`, `API_FORBIDDEN_ORIGIN`
   */
  checkPlace(
    { headers }: AskedRequest,
    { allowsNullOrigin = false }: { readonly allowsNullOrigin?: boolean } = {},
  ): void {
    const host = headers.get("host") ?? "";
    const name = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
    if (name === undefined || !this.#hosts.has(name.toLowerCase()))
      throw refused("API_FORBIDDEN_HOST", "This server is not reached by that name.", {
        hint: "Name it among the allowed hosts.",
      });
    const origin = headers.get("origin");
    if (origin === null || (origin === "null" && allowsNullOrigin)) return;
    if (!this.isNamedOrigin(origin) && !isOwn(origin, host))
      throw refused("API_FORBIDDEN_ORIGIN", "Pages of that origin may not send requests here.", {
        hint: "Name it among the origins.",
      });
  }

  isNamedOrigin(origin: string): boolean {
    return this.#origins.has(origin);
  }

  /**
   * @throws {HermesError} `API_NO_TOKEN`, `API_WRONG_TOKEN`; `API_FORBIDDEN_ORIGIN` for a request with a cookie that changes something
   * and does not say where it comes from; `API_TOO_MANY`.
   */
  admit(asked: AskedRequest, connection: Connection): Caller {
    let isKnown = false;
    try {
      const caller = this.#find(asked);
      isKnown = true;
      this.countCaller(caller);
      return caller;
    } finally {
      if (!isKnown) this.count(connection);
    }
  }

  /** Counts what comes by a connection that is open. @throws {HermesError} `API_TOO_MANY` */
  countCaller({ name }: Caller): void {
    this.#options.rateLimit.take(`token ${name}`);
  }

  /** Counts a request without a token. @throws {HermesError} `API_TOO_MANY` */
  count({ remoteAddress = "" }: Connection): void {
    this.#options.rateLimit.take(`address ${remoteAddress}`);
  }

  #find({ method, headers, bearer }: AskedRequest): Caller {
    const { tokens, links } = this.#options;
    // The second one is what clients of Anthropic send.
    const other = bearer ?? headers.get("x-api-key") ?? undefined;
    const [, given = other] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (given !== undefined) {
      const caller = tokens.find(given);
      if (caller === undefined) throw refused("API_WRONG_TOKEN", "There is no such token.");
      return caller;
    }
    const caller = links.find(headers.get("cookie") ?? "");
    if (caller === undefined)
      throw refused("API_NO_TOKEN", "This needs a token.", {
        hint: "Send it as `Authorization: Bearer …`.",
      });
    // Browsers send cookies by themselves: the page that makes them do it has to be one of ours.
    if (!safeMethods.has(method) && headers.get("origin") === null)
      throw refused("API_FORBIDDEN_ORIGIN", "A request with a cookie has to say its origin.");
    return caller;
  }
}

/** Whether a page comes from this very host and port. Behind a tunnel only the client knows the scheme. */
function isOwn(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.host !== "" && URL.parse(`${url.protocol}//${host}`)?.host === url.host;
}
