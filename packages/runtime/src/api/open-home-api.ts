import { createApi, openPageFolder, toRequest, writeResponse } from "@hermes/api";
import type { Api } from "@hermes/api";
import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { httpOptionsOf } from "../http/http-listener.ts";
import type { HttpRoute } from "../http/http-listener.ts";
import type { OpenSessions } from "../open-sessions.ts";
import type { Runtime } from "../runtime.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { apiCookieKey } from "./api-cookie-key.ts";
import { openApiTokens, ownerName } from "./api-tokens.ts";
import type { ApiChoice, HomeApi } from "./home-api.ts";
import { createHomePorts } from "./home-ports.ts";

export interface HomeApiParts {
  readonly runtime: Runtime;
  /** Outside of a session. */
  readonly parts: RuntimeParts;
  /** Those that this process has open. */
  readonly sessions: OpenSessions;
}

// The bundled command has them in one file with the server, which most starts don't load.
export { openApiTokens };

/** How long readers of turns that were interrupted have to read their ends. */
const lastWordsMs = 500;

/** Joins a home to what serves it. */
export async function openHomeApi(
  { runtime, parts, sessions }: HomeApiParts,
  choice: ApiChoice,
): Promise<HomeApi> {
  const { warn } = parts;
  const { allowedHosts = httpOptionsOf(parts.options.http).allowedHosts ?? [] } = choice;
  const kept = openApiTokens(parts.home);
  const others = await kept.hashes();
  const owner = { name: ownerName, role: "owner", token: choice.token ?? (await kept.owner()) } as const;
  const tokens = [owner, ...others];
  const onError = (error: unknown): void => warn(`The API: ${messageOf(error)}`);
  const home = createHomePorts({
    ...{ runtime, parts, sessions, gateway: choice.gateway, push: choice.push, onError },
    owners: new Set(tokens.filter(({ role }) => role === "owner").map(({ name }) => name)),
  });
  const { version, origins, limits, page } = choice;
  const api = createApi({
    ...{ home, tokens, version, allowedHosts, origins, limits, onError },
    cookieKey: await apiCookieKey(parts.home),
    page: page === undefined ? undefined : openPageFolder(page),
  });
  const answering = new Set<Promise<void>>();
  const ends: (() => void)[] = [];
  return {
    fetch: api.fetch.bind(api),
    createLink: api.createLink.bind(api),
    async serveHttp() {
      const served = await runtime.http.route("/", routeOf(api, answering));
      ends.push(() => served.close());
      return { url: served.url };
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end();
      await home.runs[Symbol.asyncDispose]();
      await home.push[Symbol.asyncDispose]();
      await settledWithin(answering, lastWordsMs);
      await api[Symbol.asyncDispose]();
    },
  };
}

function routeOf(api: Api, answering: Set<Promise<void>>): HttpRoute {
  return {
    checksItself: true,
    async handle({ request, signal }, response) {
      const answered = (async () => {
        const asked = toRequest(request, { signal });
        await writeResponse(await api.fetch(asked, connectionOf(request)), response);
      })();
      answering.add(answered);
      try {
        await answered;
      } finally {
        answering.delete(answered);
      }
    },
    upgrade: async ({ request, socket, head }) => await api.upgrade(request, socket, head),
  };
}

function connectionOf({ socket }: IncomingMessage) {
  return { remoteAddress: socket.remoteAddress, isSecure: socket instanceof TLSSocket };
}

async function settledWithin(work: ReadonlySet<Promise<void>>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([Promise.allSettled(work), late.promise]);
  clearTimeout(timer);
}

/** Of what was thrown, or of what a turn ended with. */
function messageOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}
