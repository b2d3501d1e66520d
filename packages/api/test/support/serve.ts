import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Model } from "@hermes/agent-loop";
import { createApi, toRequest, writeResponse } from "../../src/index.ts";
import type { Api, ApiOptions } from "../../src/index.ts";
import { testHome } from "./test-home.ts";
import type { TestHome, TestHomeOptions } from "./test-home.ts";

export const tokens = {
  owner: "owner-token-0123456789",
  user: "user-token-0123456789",
  other: "other-token-0123456789",
  "read-only": "reader-token-0123456789",
} as const;

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly home: TestHome;
  readonly api: Api;
  readonly errors: readonly unknown[];
  /** With the token of the owner, unless it is said otherwise. */
  get(path: string, init?: Init): Promise<Response>;
  post(path: string, body: unknown, init?: Init): Promise<Response>;
}

interface Init extends RequestInit {
  readonly as?: keyof typeof tokens | undefined;
}

export interface ServeOptions extends Partial<Omit<ApiOptions, "home">> {
  readonly path?: TestHomeOptions["path"];
  readonly port?: number | undefined;
  readonly home?: Partial<TestHome> | undefined;
}

/** A server on loopback, as a program has it. */
export async function serve(
  model: Model,
  { path, port = 0, home: more = {}, ...options }: ServeOptions = {},
): Promise<Served> {
  const home = { ...testHome({ model, path }), ...more };
  const errors: unknown[] = [];
  const api = createApi({
    ...{ home, onError: (error) => errors.push(error) },
    tokens: [
      { name: "me", role: "owner", token: tokens.owner },
      { name: "anna", role: "user", token: tokens.user },
      { name: "ben", role: "user", token: tokens.other },
      { name: "screen", role: "read-only", token: tokens["read-only"] },
    ],
    ...options,
  });
  const server = createServer((message, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const request = toRequest(message, { signal: gone.signal });
    const answer = async (): Promise<void> =>
      await writeResponse(
        await api.fetch(request, { remoteAddress: message.socket.remoteAddress }),
        response,
      );
    answer().catch((error: unknown) => errors.push(error));
  });
  server.on("upgrade", (request, socket, head) => void api.upgrade(request, socket, head));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // Bound to a port, it is no pipe.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (to: string, { as = "owner", headers, ...init }: Init): Promise<Response> =>
    await fetch(`${url}${to}`, {
      ...init,
      headers: { authorization: `Bearer ${tokens[as]}`, ...(headers as Record<string, string> | undefined) },
    });
  return {
    ...{ url, home, api, errors },
    get: async (to, init = {}) => await send(to, init),
    post: async (to, body, init = {}) =>
      await send(to, {
        method: "POST",
        ...init,
        body: JSON.stringify(body),
        headers: {
          "content-type": "application/json",
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await home.close();
    },
  };
}

export interface ReadEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** The events of an answer, as a browser reads them. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent> {
  let buffer = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name: string): string[] =>
        lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
      const [id] = field("id");
      const [event] = field("event");
      const data = field("data");
      if (data.length === 0) continue;
      yield {
        ...(id === undefined ? {} : { id }),
        ...(event === undefined ? {} : { event }),
        data: data.join("\n"),
      };
    }
  }
}
