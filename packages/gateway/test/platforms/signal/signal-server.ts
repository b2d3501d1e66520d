import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openInbox, type SignalInbox } from "./signal-inbox.ts";
import { answerRpc, RpcError } from "./signal-rpc.ts";
import type { SignalWorld } from "./signal-world.ts";

export interface SignalServer {
  readonly url: string;
  readonly world: SignalWorld;
  readonly inbox: SignalInbox;
  /** A message of somebody, as the daemon tells it. @returns Its timestamp. */
  receive(envelope: Readonly<Record<string, unknown>>): void;
  /** Never twice the same. */
  timestamp(): number;
  close(): Promise<void>;
}

/**
 * The daemon of signal-cli as its manual describes it (signal-cli-jsonrpc(5)), on loopback. Started with `--receive-mode
 * on-connection`: what comes while nobody listens waits at Signal.
 */
export async function openSignalServer({ account }: { readonly account: string }): Promise<SignalServer> {
  const world: SignalWorld = {
    accounts: [account],
    sent: [],
    typed: [],
    attachments: new Map(),
    faults: new Map(),
    drawFault: undefined,
    asked: [],
    linkNext: undefined,
    isSingle: false,
  };
  let last = 0;
  const timestamp = (): number => (last = Math.max(Date.now(), last + 1));
  const inbox = openInbox();

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const route = `${request.method} ${pathname}`;
    if (route === "GET /api/v1/check") return void response.writeHead(200).end();
    if (route === "GET /api/v1/events") {
      const wanted = searchParams.get("account");
      const isKnown = wanted === null || world.isSingle || world.accounts.includes(wanted);
      return isKnown ? inbox.stream(response) : void response.writeHead(400).end();
    }
    if (pathname === "/api/v1/rpc" && request.method === "POST") return await rpc(request, response);
    return void response.writeHead(pathname.startsWith("/api/v1/") ? 405 : 404).end();
  }

  async function rpc(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const reply = (body: object): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    let id: unknown = null;
    try {
      const asked = parse(Buffer.concat(parts).toString("utf8"));
      ({ id = null } = asked);
      const { method, params = {} } = asked;
      if (typeof method !== "string") throw new RpcError(-32_600, "method field must be set");
      world.asked.push(method);
      const fault = world.faults.get(method)?.shift() ?? world.drawFault?.(method);
      if (fault?.kind === "http") return void response.writeHead(fault.status).end();
      if (fault?.kind === "error") throw new RpcError(fault.code, fault.message, fault.data);
      const result = answerRpc(world, method, params as Record<string, unknown>, timestamp);
      if (fault?.kind === "drop-after") return void response.destroy();
      return reply({ jsonrpc: "2.0", result, id });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message, data = null } = error;
      return reply({ jsonrpc: "2.0", error: { code, message, data }, id });
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Bound to a host and a port, it is no pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    world,
    inbox,
    timestamp,
    receive: (envelope) => inbox.put({ account, envelope }),
    async close() {
      inbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    throw new RpcError(-32_700, "Unrecognized token");
  }
}
