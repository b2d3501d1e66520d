import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { FakeSandboxes } from "./fake-sandboxes.ts";
import type { FakeSandbox } from "./fake-sandboxes.ts";

export interface FakeVercel extends AsyncDisposable {
  readonly url: string;
  readonly sandboxes: FakeSandboxes;
  /** Method and path of what was asked. */
  readonly asked: string[];
  /** Set: this many calls that run a command are answered with 500 after the command has run. */
  failAfterRun: number;
}

export const vercelToken = "token-of-the-test";

/** Plays Vercel on loopback: what `@vercel/sandbox` asks of it, with real shells behind. */
export async function startFakeVercel(): Promise<FakeVercel> {
  const sandboxes = await FakeSandboxes.create();
  const asked: string[] = [];
  const fake = { url: "", sandboxes, asked, failAfterRun: 0 };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    asked.push(`${request.method} ${pathname}`);
    answer(fake, request, response, pathname).catch((error: unknown) => fail(response, 500, String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  fake.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api`;
  return Object.assign(fake, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandboxes[Symbol.asyncDispose]();
    },
  });
}

async function answer(
  fake: Pick<FakeVercel, "sandboxes" | "failAfterRun">,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const body = await text(request);
  if (request.headers.authorization !== `Bearer ${vercelToken}`) return fail(response, 401, "Unauthorized");
  const path = pathname.split("/").slice(3);
  const { sandboxes } = fake;
  if (path.length === 1 && request.method === "POST") return make(sandboxes, JSON.parse(body), response);
  if (path[1] === "sessions") {
    const sandbox = sandboxes.find(path[2]);
    if (sandbox === undefined) return fail(response, 404, "no such session");
    if (path[3] === "stop") {
      await sandboxes.stop(sandbox);
      return send(response, { session: session(sandbox), sandbox: facts(sandbox) });
    }
    if (path[3] === "cmd" && path.length === 4) return run(fake, sandbox, JSON.parse(body), response);
    return fail(response, 404, `nothing plays ${pathname}`);
  }
  const sandbox = sandboxes.find(decodeURIComponent(path[1] ?? ""));
  if (sandbox === undefined) return fail(response, 404, "no such sandbox");
  if (request.method === "DELETE") {
    await sandboxes.remove(sandbox);
    return send(response, { sandbox: facts(sandbox) });
  }
  const resumed = sandbox.state === "stopped";
  sandbox.state = "started";
  send(response, { sandbox: facts(sandbox), session: session(sandbox), routes: [], resumed });
}

function make(sandboxes: FakeSandboxes, wanted: Record<string, string>, response: ServerResponse): void {
  const { name = "" } = wanted;
  if (sandboxes.find(name) !== undefined) return fail(response, 409, "the name is taken");
  const sandbox = sandboxes.make(name, wanted);
  send(response, { sandbox: facts(sandbox), session: session(sandbox), routes: [] });
}

function run(
  fake: Pick<FakeVercel, "sandboxes" | "failAfterRun">,
  sandbox: FakeSandbox,
  { command, args, env }: { command: string; args: string[]; env: Record<string, string> },
  response: ServerResponse,
): void {
  if (sandbox.state === "stopped") return fail(response, 410, "the session has stopped");
  const child = fake.sandboxes.startDeaf(sandbox, [command, ...args], env);
  const about = {
    id: `cmd-${child.pid}`,
    name: command,
    args,
    cwd: "/",
    sessionId: sandbox.id,
    startedAt: 1,
  };
  const fails = fake.failAfterRun > 0;
  if (fails) fake.failAfterRun -= 1;
  else response.writeHead(200, { "content-type": "application/x-ndjson" });
  const line = (value: unknown): void => void (fails || response.write(`${JSON.stringify(value)}\n`));
  line({ command: { ...about, exitCode: null } });
  // The service passes on text: bytes that are none are lost.
  child.stdout.setEncoding("utf8").on("data", (data: string) => line({ stream: "stdout", data }));
  child.stderr.setEncoding("utf8").on("data", (data: string) => line({ stream: "stderr", data }));
  child.once("close", (exitCode) => {
    if (fails) return fail(response, 500, "something broke");
    if (exitCode === null)
      line({ stream: "error", data: { code: "sandbox_stopped", message: "it was stopped" } });
    else line({ command: { ...about, exitCode } });
    response.end();
  });
}

function facts({ name, id, state, wanted }: FakeSandbox) {
  const persistent =
    typeof wanted === "object" && wanted !== null && "persistent" in wanted && wanted.persistent === true;
  const status = state === "started" ? "running" : "stopped";
  return { name, persistent, createdAt: 1, updatedAt: 1, currentSessionId: id, status };
}

function session({ id, state }: FakeSandbox) {
  const status = state === "started" ? "running" : "stopped";
  const size = { memory: 2048, vcpus: 1, region: "iad1", timeout: 300_000 };
  return { id, ...size, status, requestedAt: 1, createdAt: 1, updatedAt: 1, cwd: "/vercel/sandbox" };
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  const error = { error: { code: String(status), message } };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(error));
}
