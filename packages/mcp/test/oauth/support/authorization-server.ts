import { createHash, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { bodyOf, listen, type Listening } from "./listen.ts";

/** What a test may turn; read at each request. */
export interface AuthorizationServerFaults {
  /** Fields of the metadata that are other than they should be. */
  metadata: Record<string, unknown>;
  /** Parameters of the way back that are other than they should be; `undefined`: absent. */
  callback: Record<string, string | undefined>;
  /** Answer of the token endpoint instead of tokens. */
  token?: { readonly status: number; readonly body: unknown } | undefined;
  /** What it gives is good no more when it arrives. */
  givesExpired?: boolean | undefined;
  /** Awaited before a token request is answered. */
  beforeToken?: (() => Promise<void>) | undefined;
}

/** A small authorization server whose person says yes at once. Refresh tokens are good once. */
export interface AuthorizationServer extends Listening {
  readonly faults: AuthorizationServerFaults;
  /** Path and parameters of each request, in their order. */
  readonly asked: { readonly path: string; readonly parameters: Record<string, string> }[];
  of(path: string): readonly Record<string, string>[];
  /** Whether an access token is good, and for what. */
  scopeOf(token: string): string | undefined;
  /** Access tokens are good no more. */
  expire(): void;
  /** Refresh tokens neither. */
  revoke(): void;
}

export async function openAuthorizationServer(): Promise<AuthorizationServer> {
  const faults: AuthorizationServerFaults = { metadata: {}, callback: {} };
  const asked: { path: string; parameters: Record<string, string> }[] = [];
  const codes = new Map<
    string,
    { challenge: string; redirectUri: string; scope: string; resource: string }
  >();
  const access = new Map<string, string>();
  const refreshes = new Map<string, string>();

  function give(scope: string) {
    const [token, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.set(token, scope);
    refreshes.set(refresh, scope);
    return { access_token: token, refresh_token: refresh, token_type: "Bearer", expires_in: 3600 };
  }

  function exchange(parameters: Record<string, string>): unknown {
    if (parameters["grant_type"] === "client_credentials") return give(parameters["scope"] ?? "");
    if (parameters["grant_type"] === "refresh_token") {
      const scope = refreshes.get(parameters["refresh_token"] ?? "");
      refreshes.delete(parameters["refresh_token"] ?? "");
      return scope === undefined ? undefined : give(scope);
    }
    const code = codes.get(parameters["code"] ?? "");
    codes.delete(parameters["code"] ?? "");
    const hash = createHash("sha256")
      .update(parameters["code_verifier"] ?? "")
      .digest("base64url");
    const isRight =
      code?.challenge === hash &&
      code.redirectUri === parameters["redirect_uri"] &&
      code.resource === (parameters["resource"] ?? "");
    return isRight ? give(code.scope) : undefined;
  }

  const listening = await listen(async (request, response) => {
    const url = new URL(request.url ?? "", listening.origin);
    const body = await bodyOf(request);
    const parameters = body.startsWith("{")
      ? { body }
      : Object.fromEntries(new URLSearchParams(request.method === "POST" ? body : url.searchParams));
    const { authorization } = request.headers;
    asked.push({
      path: url.pathname,
      parameters: { ...parameters, ...(authorization ? { authorization } : {}) },
    });
    const own = listening.origin;
    if (url.pathname === "/.well-known/oauth-authorization-server") {
      json(response, 200, {
        issuer: own,
        authorization_endpoint: `${own}/authorize`,
        token_endpoint: `${own}/token`,
        registration_endpoint: `${own}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        ...faults.metadata,
      });
    } else if (url.pathname === "/register") {
      json(response, 201, { ...JSON.parse(body), client_id: `client-${randomUUID()}` });
    } else if (url.pathname === "/authorize") {
      const code = `code-${randomUUID()}`;
      codes.set(code, {
        challenge: parameters["code_challenge"] ?? "",
        redirectUri: parameters["redirect_uri"] ?? "",
        scope: parameters["scope"] ?? "",
        resource: parameters["resource"] ?? "",
      });
      const back = new URL(parameters["redirect_uri"] ?? "");
      const brought = { code, state: parameters["state"], iss: own, ...faults.callback };
      for (const [name, value] of Object.entries(brought))
        if (value !== undefined) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === "/token") {
      await faults.beforeToken?.();
      const tokens = faults.token === undefined ? exchange(parameters) : undefined;
      if (faults.givesExpired === true) access.clear();
      if (faults.token !== undefined) json(response, faults.token.status, faults.token.body);
      else if (tokens === undefined) json(response, 400, { error: "invalid_grant" });
      else json(response, 200, tokens);
    } else json(response, 404, {});
  });
  return {
    ...{ origin: listening.origin, faults, asked },
    of: (path) => asked.filter((request) => request.path === path).map(({ parameters }) => parameters),
    scopeOf: (token) => access.get(token),
    expire: () => access.clear(),
    revoke: () => refreshes.clear(),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
