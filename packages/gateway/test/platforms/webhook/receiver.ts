import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A program that takes what the gateway posts. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How the next post is answered; `drop`: taken, and never answered. */
  next: { readonly status: number; readonly headers?: Record<string, string> } | "drop" | undefined;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer); // a stream without an encoding
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const { next } = receiver;
    receiver.next = undefined;
    if (next === undefined || next === "drop")
      received.push({ headers, body: Buffer.concat(parts).toString() });
    if (next === "drop") return void response.destroy();
    response.writeHead(next?.status ?? 200, next?.headers).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Bound to a port, it is no pipe.
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/in?token=hidden`,
    received,
    next: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
