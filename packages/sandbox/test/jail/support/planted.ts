import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";

/** What the attempts are told: an attacker who knows all of this must get none of it. */
export type Facts = Readonly<Record<string, string | number>>;

export interface Planted extends AsyncDisposable {
  readonly canary: string;
  readonly facts: Facts;
  /** What was touched: connections that came in, files that changed, the neighbour that is gone. */
  touched(): Promise<readonly string[]>;
}

/** Secrets, sockets and a neighbour on this machine, for as long as the attempts last. */
export async function plant(): Promise<Planted> {
  const canary = `canary-${randomUUID()}`;
  const outside = await mkdtemp(join(tmpdir(), "hermes-outside-"));
  const otherRun = join(tmpdir(), `hermes-run-${process.pid}-other`);
  const files = {
    home: join(homedir(), `.hermes-${canary}`),
    secret: join(outside, "secret.txt"),
    policy: join(outside, "permissions.yaml"),
    otherRun: join(otherRun, "script.py"),
    pythonModule: join(outside, "host_module.py"),
    scriptModule: join(outside, "host-module.mjs"),
    ...(process.platform === "linux" ? { shared: `/dev/shm/hermes-${canary}` } : {}),
  };
  await mkdir(otherRun, { recursive: true });
  await Promise.all(Object.values(files).map((path) => writeFile(path, contentOf(path, canary))));

  const connections: string[] = [];
  const sockets = {
    docker: join(outside, "docker.sock"),
    otherTools: join(otherRun, "tools.sock"),
    abstract: `\0hermes-${canary}`,
  };
  const servers = await Promise.all([
    listen(sockets.docker, () => connections.push("docker socket")),
    listen(sockets.otherTools, () => connections.push("socket of another run")),
    listen(sockets.abstract, () => connections.push("abstract socket")),
    listen({ port: 0, host: "127.0.0.1" }, () => connections.push("loopback")),
  ]);
  const datagrams = createSocket("udp4").on("message", () => connections.push("datagram"));
  datagrams.bind(0, "127.0.0.1");
  await once(datagrams, "listening");

  const neighbour = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", canary], {
    cwd: outside,
    env: { HERMES_TOOLS_TOKEN: canary, OPENROUTER_API_KEY: canary },
    stdio: "ignore",
  });
  await once(neighbour, "spawn");
  const address = servers[3]?.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    canary,
    facts: {
      canary,
      ...files,
      ...sockets,
      outside,
      port,
      datagramPort: datagrams.address().port,
      neighbour: neighbour.pid ?? 0,
      parent: process.pid,
      homeFolder: homedir(),
      source: fileURLToPath(import.meta.url),
    },
    async touched() {
      const changed = await Promise.all(
        Object.values(files).map(async (path) => {
          const now = await readFile(path, "utf8").catch(() => "it is gone");
          return now === contentOf(path, canary) ? [] : [`${path} was changed`];
        }),
      );
      const gone =
        neighbour.exitCode === null && neighbour.signalCode === null ? [] : ["the neighbour is gone"];
      return [...connections, ...changed.flat(), ...gone];
    },
    async [Symbol.asyncDispose]() {
      neighbour.kill("SIGKILL");
      datagrams.close();
      for (const server of servers) server.close();
      await Promise.all(
        [outside, otherRun, ...Object.values(files)].map((path) =>
          rm(path, { recursive: true, force: true }),
        ),
      );
    },
  };
}

function contentOf(path: string, canary: string): string {
  if (path.endsWith(".py")) return `secret = "${canary}"\n`;
  return path.endsWith(".mjs") ? `export const secret = "${canary}";\n` : `${canary}\n`;
}

async function listen(where: Parameters<Server["listen"]>[0], onConnection: () => void): Promise<Server> {
  const server = createServer((socket) => {
    onConnection();
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
  });
  server.listen(where);
  await once(server, "listening");
  return server;
}
