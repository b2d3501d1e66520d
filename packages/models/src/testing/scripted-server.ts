import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerHttp } from "./answer-http.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { ServerAnswer } from "./server-answer.ts";
import { type WireProtocolRow, wireProtocols } from "./wire-protocols.ts";

export type ServerFunction = (
  request: RecordedRequest,
  index: number,
) => ServerAnswer | Promise<ServerAnswer>;
export type ServerStep = ServerAnswer | ServerFunction;

export interface ScriptedServerOptions {
  /** One step for each request, or one function for all of them. Without a step left the answer is 500. */
  readonly script: readonly ServerStep[] | ServerFunction;
  /** Spoken beside those of the package, and before them. @default [] */
  readonly protocols?: readonly WireProtocolRow[] | undefined;
  /** What `GET /v1/models` lists. @default ["scripted"] */
  readonly models?: readonly string[] | undefined;
}

/** A server on the loopback address that speaks every protocol of the package. */
export interface ScriptedServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** What OpenAI's protocols want as base URL: `url` and `/v1`. */
  readonly openaiUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** How many connections were opened. */
  readonly connections: number;
  /** Resolves when request number `count` (from 1) has come in. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a model server that follows a script, with every mishap that a real one knows. For tests and benchmarks.
 *
 * @example
 * const server = await startScriptedServer({ script: [{ status: 429, headers: { "retry-after": "1" } }, { text: "hi" }] });
 */
export async function startScriptedServer(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const protocols = [...(options.protocols ?? []), ...wireProtocols];
  let connections = 0;

  const server = process.getBuiltinModule("node:http").createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error), type: "script_error" } }));
    });
  });
  server.on("connection", (socket) => {
    connections += 1;
    socket.setNoDelay(true);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").replace(/\?.*$/, "");
    if (request.method !== "POST") return answerGet(path, response, options.models ?? ["scripted"]);
    const raw = await readAll(request);
    const protocol = protocols.find((known) => path.endsWith(known.path));
    if (protocol === undefined)
      return sendJson(response, 404, { error: { message: `No such path: ${path}` } });
    const recorded = {
      protocol: protocol.name,
      path,
      headers: request.headers,
      raw,
      body: JSON.parse(raw.toString("utf8")),
    };
    const index = requests.push(recorded) - 1;
    for (const wait of waiting) if (wait.count <= requests.length) wait.resolve();
    const { script } = options;
    const step = typeof script === "function" ? script : script[index];
    if (step === undefined) throw new Error(`The script has no step for request ${index + 1}.`);
    await answerHttp(
      { response, request: recorded, protocol },
      typeof step === "function" ? await step(recorded, index) : step,
    );
  }

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  return {
    url,
    openaiUrl: `${url}/v1`,
    requests,
    get connections() {
      return connections;
    },
    received(count) {
      if (requests.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function portOf(server: Server): number {
  // A server that listens on TCP has an address with a port.
  return (server.address() as AddressInfo).port;
}

function answerGet(path: string, response: ServerResponse, models: readonly string[]): void {
  if (!path.endsWith("/models"))
    return sendJson(response, 404, { error: { message: `No such path: ${path}` } });
  sendJson(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
