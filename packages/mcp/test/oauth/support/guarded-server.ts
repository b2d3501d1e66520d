import type { AuthorizationServer } from "./authorization-server.ts";
import { json } from "./authorization-server.ts";
import { bodyOf, listen, type Listening } from "./listen.ts";

/** What a test may turn; read at each request. */
export interface GuardedServerFaults {
  /** Fields of the resource metadata that are other than they should be. */
  metadata: Record<string, unknown>;
  /** Of the challenge, such as another place of the metadata. */
  resourceMetadataUrl?: string | undefined;
  /** Scope that a request must have. */
  scope?: string | undefined;
  /** Awaited before a request is refused. */
  beforeRefusal?: (() => Promise<void>) | undefined;
  /** Called when the resource metadata is asked for. */
  onMetadata?: (() => void) | undefined;
  /** Where requests with a good token are sent on. */
  location?: string | undefined;
}

/** An MCP server, as far as logins see it: it answers who brings a good token. */
export interface GuardedServer extends Listening {
  /** Its address as an MCP server. */
  readonly url: string;
  readonly faults: GuardedServerFaults;
  /** `Authorization` of each request to it. */
  readonly heard: (string | undefined)[];
}

export async function openGuardedServer(authorization: AuthorizationServer): Promise<GuardedServer> {
  const faults: GuardedServerFaults = { metadata: {} };
  const heard: (string | undefined)[] = [];
  const listening = await listen(async (request, response) => {
    const own = listening.origin;
    const metadataUrl = `${own}/.well-known/oauth-protected-resource/mcp`;
    await bodyOf(request);
    if (request.url === "/.well-known/oauth-protected-resource/mcp") {
      faults.onMetadata?.();
      const said = {
        resource: `${own}/mcp`,
        authorization_servers: [authorization.origin],
        ...faults.metadata,
      };
      json(response, 200, said);
      return;
    }
    if (request.url !== "/mcp") {
      json(response, 404, {});
      return;
    }
    heard.push(request.headers.authorization);
    const scope = authorization.scopeOf(request.headers.authorization?.replace("Bearer ", "") ?? "");
    const place = `resource_metadata="${faults.resourceMetadataUrl ?? metadataUrl}"`;
    if (scope === undefined) {
      await faults.beforeRefusal?.();
      response.writeHead(401, { "www-authenticate": `Bearer ${place}, scope="read"` }).end();
    } else if (faults.scope !== undefined && !scope.split(" ").includes(faults.scope)) {
      const wants = `error="insufficient_scope", scope="${faults.scope}"`;
      response.writeHead(403, { "www-authenticate": `Bearer ${wants}, ${place}` }).end();
    } else if (faults.location !== undefined) response.writeHead(307, { location: faults.location }).end();
    else json(response, 200, { said: "hello" });
  });
  return {
    ...{ origin: listening.origin, url: `${listening.origin}/mcp`, faults, heard },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
