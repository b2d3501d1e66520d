import type { ChildProcessByStdio } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { FakeSandboxes } from "./fake-sandboxes.ts";
import type { FakeSandbox } from "./fake-sandboxes.ts";

export interface FakeDaytona extends AsyncDisposable {
  readonly url: string;
  readonly sandboxes: FakeSandboxes;
  /** Sessions that were made and not deleted. */
  readonly sessions: Map<string, FakeSession>;
}

interface FakeSession {
  readonly sandbox: FakeSandbox;
  command: FakeCommand | undefined;
}

interface FakeCommand {
  readonly id: string;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What was said, each piece with what tells the two outputs apart. */
  readonly log: Buffer[];
  client: WebSocket | undefined;
  readonly ended: Promise<number | null>;
  exitCode?: number | null;
}

export const daytonaKey = "key-of-the-test";

/** Plays Daytona on loopback, its service and the daemon of its sandboxes: what `@daytona/sdk` asks of them, with real shells behind. */
export async function startFakeDaytona(): Promise<FakeDaytona> {
  const sandboxes = await FakeSandboxes.create();
  const fake = { origin: "", sandboxes, sessions: new Map<string, FakeSession>() };
  const server = createServer((request, response) => {
    answer(fake, request, response).catch((error: unknown) => fail(response, 500, String(error)));
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    const session = fake.sessions.get(request.url?.split("/")[5] ?? "");
    if (session?.command === undefined || !isLetIn(request)) return void socket.destroy();
    const { command } = session;
    sockets.handleUpgrade(request, socket, head, (client) => follow(command, client));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  fake.origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return Object.assign(fake, {
    url: `${fake.origin}/api`,
    async [Symbol.asyncDispose]() {
      await sandboxes[Symbol.asyncDispose]();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function isLetIn(request: IncomingMessage): boolean {
  return request.headers.authorization === `Bearer ${daytonaKey}`;
}

type Fake = Pick<FakeDaytona, "sandboxes" | "sessions"> & { readonly origin: string };

async function answer(fake: Fake, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  if (!isLetIn(request)) return fail(response, 401, "Unauthorized");
  const [, area, ...path] = (request.url ?? "/").split("?")[0]?.split("/") ?? [];
  const value = body === "" ? {} : JSON.parse(body);
  if (area === "toolbox") return await daemon(fake, request, response, path, value);
  await service(fake, request, response, path, value);
}

async function service(
  { sandboxes, origin }: Fake,
  { method }: IncomingMessage,
  response: ServerResponse,
  [, key, action]: readonly string[],
  wanted: { name: string; env?: Record<string, string> },
): Promise<void> {
  if (key === undefined && method === "POST") {
    if (sandboxes.find(wanted.name) !== undefined) return fail(response, 409, "the name is taken");
    return send(response, facts(sandboxes.make(wanted.name, wanted, wanted.env), origin));
  }
  const sandbox = sandboxes.find(decodeURIComponent(key ?? ""));
  if (sandbox === undefined) return fail(response, 404, "no such sandbox");
  if (action === "start") sandbox.state = "started";
  if (action === "stop") await sandboxes.stop(sandbox);
  if (method === "DELETE") await sandboxes.remove(sandbox);
  send(response, facts(sandbox, origin));
}

async function daemon(
  { sandboxes, sessions }: Fake,
  { method }: IncomingMessage,
  response: ServerResponse,
  [id, , , name, action, commandId]: readonly string[],
  value: { sessionId?: string; command?: string },
): Promise<void> {
  const sandbox = sandboxes.find(id);
  if (sandbox === undefined) return fail(response, 404, "no such sandbox");
  if (sandbox.state !== "started") return fail(response, 400, "no IP address found. Is the Sandbox started?");
  if (name === undefined) {
    sessions.set(value.sessionId ?? "", { sandbox, command: undefined });
    return send(response, {}, 201);
  }
  const session = sessions.get(name);
  if (session === undefined) return fail(response, 404, "no such session");
  if (method === "DELETE") {
    endGroup(session.command);
    sessions.delete(name);
    return send(response, {}, 204);
  }
  if (action === "exec") {
    session.command = run(sandboxes, sandbox, value.command ?? "");
    return send(response, { cmdId: session.command.id }, 202);
  }
  const { command } = session;
  if (command === undefined || command.id !== commandId) return fail(response, 404, "no such command");
  const exitCode = typeof command.exitCode === "number" ? { exitCode: command.exitCode } : {};
  send(response, { id: command.id, command: "", ...exitCode });
}

function run(sandboxes: FakeSandboxes, sandbox: FakeSandbox, line: string): FakeCommand {
  const child = sandboxes.startDeaf(sandbox, ["sh", "-c", line]);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const id = randomBytes(6).toString("hex");
  const command: FakeCommand = { id, child, log: [], client: undefined, ended };
  const keep = (kind: number) => (bytes: Buffer) => {
    const piece = Buffer.concat([Buffer.alloc(3, kind), bytes]);
    command.log.push(piece);
    command.client?.send(piece);
  };
  child.stdout.on("data", keep(1));
  child.stderr.on("data", keep(2));
  ended.then((exitCode) => (command.exitCode = exitCode)).catch(() => undefined);
  return command;
}

function follow(command: FakeCommand, client: WebSocket): void {
  for (const piece of command.log) client.send(piece);
  command.client = client;
  command.ended.then(() => client.close()).catch(() => undefined);
}

function endGroup(command: FakeCommand | undefined): void {
  try {
    if (command?.child.pid !== undefined) process.kill(-command.child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function facts({ id, name, state, env }: FakeSandbox, origin: string) {
  const size = { cpu: 1, gpu: 0, memory: 1, disk: 3, public: false, networkBlockAll: false };
  const about = { organizationId: "org", user: "daytona", labels: {}, target: "us" };
  return { id, name, state, env, ...size, ...about, toolboxProxyUrl: `${origin}/toolbox` };
}

function send(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(status === 204 ? undefined : JSON.stringify(value));
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  send(response, { statusCode: status, message }, status);
}
