import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of Browserbase's API that is used, over a browser on this machine. */
export interface FakeBrowserbase extends AsyncDisposable {
  readonly apiUrl: string;
  /** `POST /path key body` */
  readonly calls: string[];
  /** Sessions that are not ended. */
  readonly open: Set<string>;
}

export async function serveBrowserbase(connectUrl: () => string, status = 201): Promise<FakeBrowserbase> {
  const calls: string[] = [];
  const open = new Set<string>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      calls.push(`${request.method} ${request.url} ${String(request.headers["x-bb-api-key"])} ${body}`);
      const id = /^\/v1\/sessions\/(.+)$/.exec(request.url ?? "")?.[1];
      if (id !== undefined) {
        open.delete(id);
        return response.end("{}");
      }
      if (status !== 201) return response.writeHead(status).end("{}");
      const made = `session-${calls.length}`;
      open.add(made);
      return response
        .writeHead(201)
        .end(JSON.stringify({ id: made, connectUrl: connectUrl(), status: "RUNNING" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    calls,
    open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
