import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A server on this machine that answers each request in turn, and with the last answer from then on. */
export async function serverWith(
  ...answers: readonly { readonly status?: number; readonly body: unknown }[]
): Promise<{ readonly address: string; readonly received: Received[] }> {
  const received: Received[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = request.method === "POST" ? await json(request) : undefined;
    const next = answers[Math.min(received.length, answers.length - 1)];
    received.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(next?.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(next?.body));
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error)); // it is one
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens at a port.
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
