import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createRequestStateCodec, McpServer } from "@modelcontextprotocol/server";
import { localhostHostValidation, localhostOriginValidation } from "@modelcontextprotocol/node";
import { serveHttp } from "../../src/server/index.ts";
import type { ServeHttpOptions } from "../../src/server/index.ts";
import { addAskingTools } from "./asking-tools.ts";
import { addContentTools } from "./content-tools.ts";
import { addPrompts, addResources } from "./resources-and-prompts.ts";

const states = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) });

/** A server with what the public conformance suite asks for, as its scenarios describe it. */
export function createConformanceServer(): McpServer {
  const server = new McpServer(
    { name: "conformance", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: false },
        prompts: { listChanged: false },
        logging: {},
        completions: {},
      },
      requestState: { verify: states.verify },
    },
  );
  addContentTools(server);
  addAskingTools(server, states);
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris", "park"], total: 2, hasMore: false },
  }));
  return server;
}

export interface ServedConformance extends AsyncDisposable {
  readonly url: string;
}

/** Serves it with the transports of this package, behind the checks of a listener. */
export async function serveConformance(
  options: Pick<ServeHttpOptions, "maxSessions"> = {},
): Promise<ServedConformance> {
  const face = serveHttp({ ...options, factory: createConformanceServer });
  const isOurHost = localhostHostValidation();
  const isOurOrigin = localhostOriginValidation();
  const http = createServer((request, response) => {
    if (!isOurHost(request, response) || !isOurOrigin(request, response)) return;
    const answered = buffer(request).then(async (body) => await face.handle({ request, body }, response));
    answered.catch(() => response.destroy());
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  // Bound to a port, it is no pipe.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      await face.close();
      http.closeAllConnections();
      http.close();
    },
  };
}
