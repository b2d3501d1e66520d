import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { PushChoice } from "../../src/index.ts";

export interface ReceivedPush {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PushService extends AsyncDisposable {
  readonly received: readonly ReceivedPush[];
  /** Status of answers, by path. @default 201 */
  readonly answers: Map<string, number>;
  /** Leads every host here. */
  readonly fetch: NonNullable<PushChoice["fetch"]>;
}

/** A push service on loopback, whose address is asked for as `https://push.example/…`. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const answers = new Map<string, number>();
  const server = createServer((request, response) => {
    const { method, url: path = "", headers } = request;
    text(request).then(
      (body) => {
        received.push({ method, path, headers, body });
        response.writeHead(answers.get(path) ?? 201, { location: "http://127.0.0.1:1/elsewhere" }).end();
      },
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port: the address is not a path.
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    fetch: async (url, { method = "GET", headers = {}, signal, maxRedirects } = {}) =>
      await fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, {
        ...{ method, headers, redirect: maxRedirects === 0 ? "manual" : "follow" },
        ...(signal === undefined ? {} : { signal }),
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
