import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openHostProxy, proxyEnvironment } from "@hermes/jail";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createDockerBackend } from "../src/docker/docker-backend.ts";
import type { DockerBackendOptions } from "../src/docker/docker-backend.ts";
import type { OpenNetwork } from "../src/index.ts";
import { missingForDocker, startDockerDaemon } from "./docker-daemon.ts";
import type { DockerDaemon } from "./docker-daemon.ts";
import { lacks } from "@hermes/tooling/prerequisites";

const missing = missingForDocker() ?? lacks("perl", "python3", "curl", "git");
/** The image holds a shell alone; with these it has the programs of this machine. */
const system = ["/usr:/usr:ro", "/lib:/lib:ro", "/lib64:/lib64:ro", "/etc/ssl:/etc/ssl:ro"];
const taskId = "task";

describe.skipIf(missing !== undefined)(`docker, listed hosts (${missing ?? "busybox"})`, { timeout: 60_000 }, () => {
  let daemon: DockerDaemon;
  let server: Server;
  let port: number;
  const big = Buffer.alloc(8_000_000, "0123456789");
  beforeAll(async () => {
    daemon = await startDockerDaemon();
    server = createServer((request, response) => {
      if (request.url === "/big") response.end(big);
      else if (request.url === "/length") {
        let length = 0;
        request.on("data", (chunk: Buffer) => (length += chunk.length)).on("end", () => response.end(`${length}`));
      } else response.end(`served ${request.headers.host} ${request.url}`);
    });
    // On every address of this machine, as a careless service would.
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
    ({ port } = server.address() as AddressInfo);
  }, 120_000);
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await daemon?.[Symbol.asyncDispose]();
  }, 60_000);

  /** Every name is this machine, on which the one server can be reached. */
  const openNetwork: OpenNetwork = async () => {
    const hosts = [`open.example:${port}`, `localhost:${port}`];
    const proxy = await openHostProxy({ hosts, resolve: async () => ["127.0.0.1"] });
    return { ...proxy, environment: proxyEnvironment };
  };

  function open(options: Partial<DockerBackendOptions> = {}) {
    const { image, env } = daemon;
    const backend = createDockerBackend({ image, env, openNetwork, volumes: system, ...options });
    return Object.assign(backend, { [Symbol.asyncDispose]: () => backend.dispose() });
  }

  test("a host of the list is reached, another is refused and named, and a yes opens it for its command", async () => {
    await using backend = open();
    const ask = (host: string) => `curl -sS -p http://${host}:${port}/a; curl -sS http://${host}:${port}/b`;
    const reached = await backend.exec(ask("open.example"), { taskId });
    const refused = await backend.exec(ask("closed.example"), { taskId });
    const hosts = [`closed.example:${port}`];
    const given = await backend.exec(ask("closed.example"), { taskId, wall: { profile: "workspace", hosts } });
    const after = await backend.exec(ask("closed.example"), { taskId });

    expect(reached.output).toBe(`served open.example:${port} /aserved open.example:${port} /b`);
    expect(reached.notice).toBeUndefined();
    expect(refused.output).toContain("403");
    expect(refused.notice).toContain(`call again with hosts: ["closed.example:${port}"]`);
    expect(given.output).toBe(`served closed.example:${port} /aserved closed.example:${port} /b`);
    expect(after.output).not.toContain("served");
  });
});
