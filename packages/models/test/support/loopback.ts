import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

export interface Loopback {
  readonly origin: string;
  /** Every request that came, with its headers. */
  readonly requests: readonly IncomingMessage[];
}

/** A server on a free port of this machine; closed when the test ends. */
export async function startLoopback(listener: RequestListener): Promise<Loopback> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { origin: `http://127.0.0.1:${address.port}`, requests };
}

/** Answers every request with this status and JSON. */
export function answering(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** An address of this machine where nobody listens. */
export async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}
