import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A web server on loopback: pages by their path, and what was asked for. */
export interface WebServer extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  /** `GET /path`, also of connections that were upgraded. */
  readonly requests: string[];
  /** Connections, whatever came over them. */
  readonly connections: () => number;
}

export async function serve(pages: Readonly<Record<string, Answer>>): Promise<WebServer> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    requests.push(`${request.method} ${request.url}`);
    const page = pages[path];
    if (typeof page === "function") return page(request, response);
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8");
    response.end(page ?? "<title>Not found</title>nothing here");
  });
  server.on("connection", () => (connections += 1));
  server.on("upgrade", (request, socket) => {
    requests.push(`${request.method} ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function page(body: string, title = "Test"): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
}

export function redirect(to: string): Answer {
  return (_request, response) => {
    response.writeHead(302, { location: to }).end();
  };
}
