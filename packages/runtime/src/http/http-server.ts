import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once as onceEmitted } from "node:events";
import { createServer, STATUS_CODES } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { HermesError } from "@hermes/registry";
import { lazy } from "../lazy.ts";
import type { HttpOptions, HttpRoute, ServedRoute } from "./http-listener.ts";
import { readBody } from "./read-body.ts";
import { createWaitingConnections } from "./waiting-connections.ts";
import type { WaitingConnections } from "./waiting-connections.ts";

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);
const defaultBodyBytes = 1_000_000;
const noBody = new Uint8Array();

interface Entry {
  readonly route: HttpRoute;
  readonly token: string | undefined;
}

/** What a request asks for, or the status of its refusal. */
type Admission = { readonly entry: Entry; readonly url: URL } | { readonly status: number };

/** The server behind a listener. */
export class HttpServer {
  readonly #options: HttpOptions;
  readonly #warn: (message: string) => void;
  readonly #hosts: ReadonlySet<string>;
  readonly #server: Server;
  readonly #scheme: "http" | "https";
  readonly #waiting: WaitingConnections;
  readonly #routes = new Map<string, Entry>();
  readonly #closing = new AbortController();
  /** Connections that routes took over. */
  readonly #upgraded = new Set<Duplex>();
  readonly #running = new Set<Promise<void>>();
  readonly #listening = lazy(() => this.#listen());
  readonly #closed = lazy(() => this.#close());

  constructor(options: HttpOptions, onWarning: (message: string) => void) {
    this.#options = options;
    this.#warn = onWarning;
    this.#hosts = new Set([...loopback, ...(options.allowedHosts ?? []).map((name) => name.toLowerCase())]);
    this.#waiting = createWaitingConnections(options.maxWaiting ?? 500);
    const { headersWithinMs: headersTimeout = 10_000, requestWithinMs: requestTimeout = 30_000 } = options;
    const connectionsCheckingInterval = Math.min(1_000, headersTimeout, requestTimeout);
    const limits = { headersTimeout, requestTimeout, connectionsCheckingInterval };
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#answer(request, response);
    const { tls } = options;
    this.#scheme = tls === undefined ? "http" : "https";
    this.#server =
      tls === undefined ? createServer(limits, answer) : secureServer({ ...limits, ...tls }, answer);
    // Over TLS, requests have another socket than the connection, and it comes with its own event.
    this.#server.on(tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
      this.#waiting.add(socket);
      socket.once("close", () => this.#waiting.remove(socket));
    });
    this.#server.on("upgrade", (request, socket, head: Buffer) => void this.#upgrade(request, socket, head));
  }

  async route(prefix: string, route: HttpRoute): Promise<ServedRoute> {
    if (this.#closing.signal.aborted) throw closedError();
    if (!/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/.test(prefix)) throw badPrefix(prefix);
    if (this.#routes.has(prefix)) throw routeTaken(prefix);
    const entry: Entry = {
      route,
      token:
        route.public === true || route.checksItself === true
          ? undefined
          : (route.token ?? randomBytes(32).toString("base64url")),
    };
    this.#routes.set(prefix, entry);
    try {
      const origin = await this.#listening();
      if (this.#closing.signal.aborted) throw closedError();
      return { url: new URL(prefix, origin), token: entry.token, close: () => this.#remove(prefix, entry) };
    } catch (error) {
      this.#remove(prefix, entry);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#closed();
  }

  #remove(prefix: string, entry: Entry): void {
    if (this.#routes.get(prefix) === entry) this.#routes.delete(prefix);
  }

  async #listen(): Promise<string> {
    const { host = "127.0.0.1", port = 0, allowedHosts = [] } = this.#options;
    if (!loopback.has(host) && allowedHosts.length === 0) throw hostOpen(host);
    try {
      this.#server.listen({ host, port });
      await onceEmitted(this.#server, "listening");
    } catch (error) {
      throw cannotListen(`${host}:${port}`, error);
    }
    // Bound to a host and a port, it is no pipe.
    const { address, family, port: bound } = this.#server.address() as AddressInfo;
    return `${this.#scheme}://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
  }

  async #close(): Promise<void> {
    this.#closing.abort(closedError());
    this.#routes.clear();
    // It may be about to listen, and nobody would close it later.
    await this.#listening.made?.catch(() => undefined);
    if (!this.#server.listening) return;
    const ended = onceEmitted(this.#server, "close");
    this.#server.close();
    this.#server.closeIdleConnections();
    await this.#settled();
    for (const socket of this.#upgraded) socket.destroy();
    this.#server.closeAllConnections();
    await ended;
  }

  /** What is under way has ended, or has had its time. */
  async #settled(): Promise<void> {
    const gone = [...this.#upgraded].map((socket) => onceEmitted(socket, "close"));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#options.closeWithinMs ?? 5_000);
    });
    await Promise.race([Promise.allSettled([...this.#running, ...gone]), late]);
    clearTimeout(timer);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admission = this.#admit(request);
    if ("status" in admission) return refuse(response, admission.status);
    const { entry, url } = admission;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#closing.signal]);
    const work = (async () => {
      const { checksItself, maxBodyBytes = defaultBodyBytes } = entry.route;
      const body = checksItself === true ? noBody : await readBody(request, maxBodyBytes);
      if (body === undefined) return refuse(response, 413);
      this.#waiting.remove(request.socket);
      response.once("finish", () => this.#waiting.add(request.socket));
      await entry.route.handle({ request, url, body, signal }, response);
    })().catch((error: unknown) => {
      if (!gone.signal.aborted) this.#warn(failure(url, error));
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    });
    // A handler that returned may still write its answer.
    await this.#track(
      work.then(() => (response.writableFinished || response.destroyed ? undefined : ends(response))),
    );
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A connection that breaks is closed; without a listener the error would end the program.
    socket.on("error", () => socket.destroy());
    const admission = this.#admit(request);
    const status = "status" in admission ? admission.status : admission.entry.route.upgrade ? undefined : 404;
    if (status !== undefined || "status" in admission) {
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status ?? 404]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    const { entry, url } = admission;
    this.#upgraded.add(socket);
    this.#waiting.remove(request.socket);
    socket.once("close", () => this.#upgraded.delete(socket));
    const work = (async () => {
      await entry.route.upgrade?.({ request, url, socket, head, signal: this.#closing.signal });
    })().catch((error: unknown) => {
      this.#warn(failure(url, error));
      socket.destroy();
    });
    await this.#track(work);
  }

  /** @param work Never rejects. */
  async #track(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    await work;
    this.#running.delete(work);
  }

  #admit(request: IncomingMessage): Admission {
    if (this.#closing.signal.aborted) return { status: 503 };
    // A page on the web that made its own name lead here (DNS rebinding) says that name.
    const { origin, host } = request.headers;
    const isOurs = this.#isOurs(`http://${host ?? ""}`);
    const url = URL.parse(request.url ?? "", isOurs ? `http://${host}` : "http://localhost");
    const entry = url === null ? undefined : this.#find(url.pathname);
    if (url !== null && entry?.route.checksItself === true) return { entry, url };
    if (!isOurs && entry?.route.anyHost !== true) return { status: 421 };
    if (origin !== undefined && !this.#isOurs(origin)) return { status: 403 };
    if (url === null) return { status: 400 };
    if (entry === undefined) return { status: 404 };
    return entry.token === undefined || carries(request, entry.token) ? { entry, url } : { status: 401 };
  }

  #isOurs(origin: string): boolean {
    const name = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, "");
    return name !== undefined && this.#hosts.has(name);
  }

  #find(path: string): Entry | undefined {
    for (let prefix = path; prefix !== ""; prefix = prefix.slice(0, prefix.lastIndexOf("/"))) {
      const entry = this.#routes.get(prefix);
      if (entry !== undefined) return entry;
    }
    return this.#routes.get("/");
  }
}

/** Compares digests, so that neither the length nor the first difference shows in the time it takes. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** @throws {HermesError} `HTTP_BAD_CERTIFICATE` */
function secureServer(
  options: Parameters<typeof createSecureServer>[0],
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  try {
    return createSecureServer(options, answer);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HermesError(`The certificate and its key can't be used: ${reason}.`, {
      code: "HTTP_BAD_CERTIFICATE",
      hint: "Give both as PEM; the key must be the one of the certificate, and without a password.",
      cause,
    });
  }
}

function refuse(response: ServerResponse, status: number): void {
  const headers = {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  response.writeHead(status, headers).end(JSON.stringify({ error: STATUS_CODES[status] }));
}

function ends(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => void response.once("close", resolve));
}

function failure(url: URL, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The answer to a request for ${url.pathname} failed: ${reason}`;
}

function closedError(): HermesError {
  return new HermesError("The HTTP listener is closed.", {
    code: "HTTP_CLOSED",
    hint: "Add routes before the runtime is disposed.",
  });
}

function badPrefix(prefix: string): HermesError {
  return new HermesError(`"${prefix}" can't be the prefix of a route.`, {
    code: "HTTP_BAD_PREFIX",
    hint: "Use a path such as /hooks/mail, without a slash at its end.",
  });
}

function routeTaken(prefix: string): HermesError {
  return new HermesError(`Another part serves ${prefix} already.`, {
    code: "HTTP_ROUTE_TAKEN",
    hint: "Choose another prefix, or close that route first.",
  });
}

function hostOpen(host: string): HermesError {
  return new HermesError(
    `The HTTP listener is not opened on ${host}: anyone in the network could reach it.`,
    {
      code: "HTTP_HOST_OPEN",
      hint: "Name the hosts by which it is reached in allowedHosts, or bind 127.0.0.1.",
    },
  );
}

function cannotListen(address: string, cause: unknown): HermesError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HermesError(`Cannot listen on ${address}: ${reason}.`, {
    code: "HTTP_CANNOT_LISTEN",
    hint: "Choose another port; 0 takes one that is free.",
    cause,
  });
}
