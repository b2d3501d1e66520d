import { createServer, request as ask } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { checkUrl } from "@hermes/permissions";
import type { BrowserEgress, BrowserProxy } from "../../src/index.ts";

/** Private hosts are reached where they are in the list, public ones never: no test leaves this machine. */
export function egressFor(allow: () => readonly string[]): BrowserEgress {
  const check = async (url: string): Promise<{ readonly reason?: string; readonly address?: string }> => {
    const resolve = async (): Promise<readonly string[]> => [];
    const verdict = await checkUrl(url, { allow: allow(), resolve });
    return verdict.allow && verdict.address !== undefined
      ? { address: verdict.address }
      : { reason: verdict.reason };
  };
  return {
    check: async (url) => (await check(url.replace(/^ws/, "http"))).reason,
    openProxy: async () => await openProxy(check),
  };
}

async function openProxy(
  check: (url: string) => Promise<{ readonly reason?: string; readonly address?: string }>,
): Promise<BrowserProxy> {
  const refused = new Map<string, string>();
  const sockets = new Set<Socket>();
  const addressOf = async (host: string, port: number): Promise<string | undefined> => {
    const { address, reason } = await check(`http://${host}:${port}/`);
    if (address === undefined) refused.set(`${host}:${port}`, reason ?? "refused");
    return address;
  };
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { hostname, port, pathname, search } = new URL(request.url ?? "", "http://invalid");
    const address = await addressOf(hostname, Number(port || 80));
    if (address === undefined) return void response.writeHead(403).end("refused by the test proxy");
    const sent = ask(
      {
        host: address,
        port: Number(port || 80),
        path: `${pathname}${search}`,
        method: request.method,
        headers: request.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  };
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, client: Socket) => void tunnel(request, client));
  const tunnel = async (request: IncomingMessage, client: Socket): Promise<void> => {
    client.on("error", () => client.destroy());
    const { hostname, port } = new URL(`http://${request.url}`);
    const address = await addressOf(hostname, Number(port || 80));
    if (address === undefined) {
      client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const far = connect(Number(port || 80), address, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.pipe(far).pipe(client);
    });
    far.on("error", () => client.destroy());
    client.once("close", () => far.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reasonFor: (host) => refused.get(host),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
