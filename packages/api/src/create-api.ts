import { randomBytes } from "node:crypto";
import type { LinkInfo } from "@hermes/client/contract";
import { Hono } from "hono";
import type { Api, Connection } from "./api.ts";
import type { ApiOptions } from "./api-options.ts";
import type { Endpoint, OpenEndpoint } from "./endpoint.ts";
import { errorResponse, tellable } from "./errors/error-response.ts";
import { refused } from "./errors/refusal.ts";
import { Streams } from "./http/streams.ts";
import { Metrics } from "./metrics.ts";
import { eventEndpoint } from "./native/event-endpoint.ts";
import { nativeEndpoints } from "./native/native-endpoints.ts";
import { Idempotency } from "./openai/idempotency.ts";
import { openAiEndpoints } from "./openai/openai-endpoints.ts";
import { OpenAiRuns } from "./openai/openai-runs.ts";
import { openEndpoints } from "./open-endpoints.ts";
import type { PageFiles } from "./page/page-files.ts";
import { isPublicAsset } from "./page/page-policy.ts";
import { noPage, servePage } from "./page/serve-page.ts";
import { serverEndpoints } from "./server-endpoints.ts";
import { SessionAccess } from "./session-access.ts";
import { Sockets } from "./socket/sockets.ts";
import type { Caller } from "./trust/caller.ts";
import { mustMay } from "./trust/caller.ts";
import { Gate } from "./trust/gate.ts";
import { Links } from "./trust/links.ts";
import { RateLimit } from "./trust/rate-limit.ts";
import { preflight, withCors, withSecurityHeaders } from "./trust/security-headers.ts";
import { Tokens } from "./trust/tokens.ts";

/** @throws {HermesError} `API_OPTION_INVALID` */
export function createApi(options: ApiOptions): Api {
  return new HomeApi(options);
}

interface Passed {
  readonly Bindings: { readonly caller: Caller; readonly onRoute: (path: string) => void };
}

class HomeApi implements Api {
  readonly #options: ApiOptions;
  readonly #tokens: Tokens;
  readonly #links: Links;
  readonly #page: PageFiles;
  readonly #gate: Gate;
  readonly #streams: Streams;
  readonly #metrics = new Metrics();
  readonly #runs: OpenAiRuns;
  readonly #sockets: Sockets;
  readonly #open: readonly OpenEndpoint[];
  readonly #app = new Hono<Passed>();
  #isClosed = false;

  constructor(options: ApiOptions) {
    this.#options = options;
    const { home, now = Date.now, limits = {}, heartbeatMs = 15_000, onError } = options;
    const { maxBodyBytes = 10_000_000, maxStreams = 2_000, requestsPerMinute = 600 } = limits;
    this.#tokens = new Tokens(options.tokens);
    const { cookieKey = randomBytes(32), page = noPage } = options;
    this.#page = page;
    this.#links = new Links({ tokens: this.#tokens, cookieKey, now });
    this.#gate = new Gate({
      ...{ tokens: this.#tokens, links: this.#links },
      rateLimit: new RateLimit(requestsPerMinute, now),
      ...{ allowedHosts: options.allowedHosts ?? [], origins: options.origins ?? [] },
    });
    const sessions = new SessionAccess(home.sessions);
    const streams = new Streams({ max: maxStreams, heartbeatMs });
    this.#streams = streams;
    this.#runs = new OpenAiRuns(home.runs);
    this.#sockets = new Sockets({
      ...{ home, sessions, gate: this.#gate, streams, metrics: this.#metrics, onError, heartbeatMs },
      ...{ maxBytes: maxBodyBytes, maxWaitingBytes: limits.maxWaitingBytes ?? 256_000 },
      stalledMs: limits.stalledMs ?? 30_000,
    });
    const shared = {
      ...{ home, sessions, streams, maxBodyBytes, onError, now },
      createLink: (name: string) => this.#createLink(name),
    };
    const endpoints: Endpoint[] = [
      ...nativeEndpoints(shared),
      eventEndpoint(shared),
      ...openAiEndpoints({ ...shared, runs: this.#runs, idempotency: new Idempotency(now) }),
    ];
    endpoints.push(
      ...serverEndpoints({
        endpoints,
        version: options.version ?? "0.0.0",
        metrics: () =>
          this.#metrics.format({
            streams: streams.count,
            sockets: this.#sockets.count,
            turns: home.runs.running().length,
          }),
      }),
    );
    this.#open = openEndpoints(this.#links);
    for (const endpoint of endpoints) this.#serve(endpoint);
  }

  async fetch(request: Request, connection: Connection = {}): Promise<Response> {
    const startedAt = performance.now();
    let route = "none";
    let response: Response;
    try {
      response = await this.#answer(request, connection, (path) => (route = path));
    } catch (error) {
      response = this.#refuse(error, request);
    }
    this.#metrics.countRequest(route, response.status, (performance.now() - startedAt) / 1_000);
    const origin = request.headers.get("origin");
    const secured = withSecurityHeaders(response);
    return origin !== null && this.#gate.isNamedOrigin(origin) ? withCors(secured, origin) : secured;
  }

  upgrade: Api["upgrade"] = async (request, socket, head) => {
    await this.#sockets.upgrade(request, socket, head);
  };

  createLink(name?: string): string {
    return this.#createLink(name).path;
  }

  #createLink(name: string | undefined): LinkInfo {
    const caller = name === undefined ? this.#tokens.firstOwner : this.#tokens.named(name);
    if (caller === undefined)
      throw refused("API_OPTION_INVALID", `There is no token "${name ?? "of an owner"}" for a link.`);
    return this.#links.create(caller);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#streams.close();
    await this.#sockets.close();
    this.#runs.close();
  }

  async #answer(
    request: Request,
    connection: Connection,
    onRoute: (path: string) => void,
  ): Promise<Response> {
    if (this.#isClosed) throw refused("API_CLOSED", "The server stops.");
    const { pathname } = new URL(request.url);
    const isAsset = isPublicAsset(pathname) && (request.method === "GET" || request.method === "HEAD");
    this.#gate.checkPlace(request, { allowsNullOrigin: isAsset });
    const origin = request.headers.get("origin");
    if (request.method === "OPTIONS" && origin !== null && this.#gate.isNamedOrigin(origin))
      return preflight(origin);
    for (const { path, handle } of this.#open) {
      const params = match(path, pathname);
      if (params === undefined || request.method !== "GET") continue;
      this.#gate.count(connection);
      onRoute(path);
      return handle({ request, params, connection });
    }
    const file = await servePage(this.#page, { request, pathname });
    if (file !== undefined) {
      this.#gate.count(connection);
      onRoute("page");
      return file;
    }
    const caller = this.#gate.admit(request, connection);
    return await this.#app.fetch(request, { caller, onRoute });
  }

  #serve(endpoint: Endpoint): void {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    this.#app.on(endpoint.method, path, async ({ req, env }) => {
      env.onRoute(endpoint.path);
      mustMay(env.caller, endpoint.access);
      const { raw: request } = req;
      const params = req.param();
      return await endpoint.handle({ request, url: new URL(request.url), params, caller: env.caller });
    });
    this.#app.notFound(() => {
      throw refused("API_NO_ROUTE", "There is nothing here.", {
        hint: "GET /openapi.json lists what there is.",
      });
    });
    this.#app.onError((error) => {
      throw error;
    });
  }

  #refuse(error: unknown, request: Request): Response {
    const refusal = tellable(error, this.#options.onError);
    if ([401, 403, 421, 429].includes(refusal.status)) this.#metrics.countRefusal(refusal.code);
    return errorResponse(refusal, URL.parse(request.url)?.pathname ?? "/");
  }
}

/** @param path Ends with one parameter at the most. */
function match(path: string, pathname: string): Readonly<Record<string, string>> | undefined {
  const [before = "", name] = path.split(/[{}]/);
  if (name === undefined) return pathname === path ? {} : undefined;
  const value = pathname.startsWith(before) ? pathname.slice(before.length) : "";
  return /^[\w-]+$/.test(value) ? { [name]: value } : undefined;
}
