import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PlatformHost, RouteRequest } from "../platforms/platform.ts";

export interface TestListener {
  readonly route: NonNullable<PlatformHost["route"]>;
  /** Of the server; the prefix of a route goes behind it. */
  readonly url: string;
  close(): void;
}

/** The shared listener, as far as an adapter sees it: on loopback, for tests. */
export async function openTestListener({ port = 0 }: { readonly port?: number } = {}): Promise<TestListener> {
  const routes = new Map<string, (request: RouteRequest) => Promise<Response>>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const found = [...routes].find(
      ([prefix]) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`),
    );
    const given = await found?.[1]({
      method: request.method ?? "GET",
      path: url.pathname.slice(found[0].length),
      query: url.searchParams,
      headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: Buffer.concat(parts),
    });
    response.writeHead(given?.status ?? 404, Object.fromEntries(given?.headers ?? []));
    response.end(given === undefined ? "" : Buffer.from(await given.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // Bound to a host and a port, it is no pipe.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async route(prefix, handle) {
      routes.set(prefix, handle);
      return { url: `${url}${prefix}`, close: () => void routes.delete(prefix) };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
