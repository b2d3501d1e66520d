import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FakeServer extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  readonly requests: readonly SeenRequest[];
}

/** A server on loopback that keeps what it is asked. */
export async function startServer(
  answer: (response: ServerResponse, request: SeenRequest) => void,
): Promise<FakeServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(seen);
      answer(response, seen);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, value: unknown, status: number = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
