import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server on loopback that ends with its test. */
export interface Listening extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
}

export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Listening> {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
