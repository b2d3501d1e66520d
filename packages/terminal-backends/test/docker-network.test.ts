import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openHostProxy, proxyEnvironment } from "@hermes/jail";
import { lacks } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDockerBackend } from "../src/docker/docker-backend.ts";
import type { DockerBackendOptions } from "../src/docker/docker-backend.ts";
import type { OpenNetwork } from "../src/index.ts";
import { missingForDocker, startDockerDaemon } from "@hermes/tooling/docker-daemon";
import type { DockerDaemon } from "@hermes/tooling/docker-daemon";
import { until } from "./until.ts";

const missing = missingForDocker() ?? lacks("python3", "curl");
/** The image holds a shell alone; with these it has the programs of this machine. */
const system = ["/usr:/usr:ro", "/lib:/lib:ro", "/lib64:/lib64:ro", "/etc/ssl:/etc/ssl:ro"];
const taskId = "task";

describe.skipIf(missing !== undefined)(
  `docker, listed hosts (${missing ?? "busybox"})`,
  { timeout: 60_000 },
  () => {
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
          request
            .on("data", (chunk: Buffer) => (length += chunk.length))
            .on("end", () => response.end(`${length}`));
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
      const backend = createDockerBackend({
        image,
        env,
        listedNetwork: async () => openNetwork,
        volumes: system,
        ...options,
      });
      return Object.assign(backend, { [Symbol.asyncDispose]: () => backend.dispose() });
    }

    test("a host of the list is reached, another is refused and named, and a yes opens it for its command", async () => {
      await using backend = open();
      const ask = (host: string) => `curl -sS -p http://${host}:${port}/a; curl -sS http://${host}:${port}/b`;
      const reached = await backend.exec(ask("open.example"), { taskId });
      const refused = await backend.exec(ask("closed.example"), { taskId });
      const hosts = [`closed.example:${port}`];
      const given = await backend.exec(ask("closed.example"), {
        taskId,
        wall: { profile: "workspace", hosts },
      });
      const after = await backend.exec(ask("closed.example"), { taskId });

      expect(reached.output).toBe(`served open.example:${port} /aserved open.example:${port} /b`);
      expect(reached.notice).toBeUndefined();
      expect(refused.output).toContain("403");
      expect(refused.notice).toContain(`call again with hosts: ["closed.example:${port}"]`);
      expect(given.output).toBe(`served closed.example:${port} /aserved closed.example:${port} /b`);
      expect(after.output).not.toContain("served");
    });

    test("nothing is reached but by the proxy: no address, no name, no service of this machine, no cloud's metadata", async () => {
      await using backend = open();
      const { output: interfaces } = await backend.exec("cat /proc/net/dev", { taskId });
      const program = `
import socket, os
own = ["127.0.0.1", "0.0.0.0", "localhost", "host.docker.internal", "172.17.0.1", "10.0.0.1", "::1"]
for host in [*own, "169.254.169.254", "1.1.1.1", "2606:4700:4700::1111", "open.example"]:
    for port in [${port}, 53, 80]:
        try: socket.create_connection((host, port), 1); print("reached", host, port)
        except OSError: pass
for kind in [socket.SOCK_DGRAM, socket.SOCK_RAW]:
    for host in ["1.1.1.1", "172.17.0.1", "255.255.255.255"]:
        try:
            each = socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP if kind == socket.SOCK_RAW else 0)
            each.sendto(b"x", (host, 53)); print("sent", host)
        except OSError: pass
try: socket.getaddrinfo("example.com", 80); print("looked up")
except OSError: pass
try: socket.socket(socket.AF_PACKET, socket.SOCK_RAW); print("packets")
except OSError: pass
print("done")`;
      const raw = await backend.exec("python3 -", { taskId, stdin: program });
      const proxied = [
        `http://169.254.169.254/`,
        `http://127.0.0.1:22/`,
        "http://[::1]:22/",
        "http://metadata.google.internal/",
      ];
      const asked: string[] = [];
      for (const url of proxied)
        asked.push(
          (
            await backend.exec(`NO_PROXY= no_proxy= curl -s -o /dev/null -w '%{http_code}' ${url}`, {
              taskId,
            })
          ).output,
        );

      expect(
        interfaces
          .split("\n")
          .slice(2)
          .map((line) => line.split(":")[0]?.trim()),
      ).toEqual(["lo", ""]);
      expect(raw.output).toBe("done\n");
      expect(asked).toEqual(["403", "403", "403", "403"]);
    });

    test.for([
      ["perl", []],
      ["python3", ["/dev/null:/usr/bin/perl:ro"]],
    ] as const)(
      "the relay in %s carries much both ways at once, and each end arrives",
      async ([_language, volumes]) => {
        await using backend = open({ volumes: [...system, ...volumes] });
        const url = `http://open.example:${port}`;
        // One that is never read holds up nobody.
        const stalled = await backend.spawn(`curl -sS ${url}/big | sleep 60`, { taskId });
        const command = `
head -c 8000000 /dev/zero >/tmp/zeros
for i in 1 2 3 4; do
  curl -sS ${url}/big | cksum & curl -sS -p --data-binary @/tmp/zeros -H Expect: ${url}/length | sed 's/$/ sent\\n/' &
done
wait`;
        const { output } = await backend.exec(command, { taskId, timeoutMs: 30_000 });
        await stalled.kill();

        const lines = output.trim().split("\n").toSorted();
        expect([new Set(lines).size, lines.filter((line) => line === "8000000 sent").length]).toEqual([2, 4]);
        expect(lines.filter((line) => / 8000000$/.test(line))).toHaveLength(4);
      },
    );

    test("a relay that was ended is started again, and commands that run go on with it", async () => {
      await using backend = open();
      const ask = `curl -sS http://open.example:${port}/`;
      const waiting = await backend.spawn(`read x; ${ask}`, { taskId });
      const killed = await backend.exec(
        "pkill -KILL -f '^perl'; while pgrep -f '^perl'; do sleep 0.05; done >/dev/null",
        { taskId },
      );
      let next = killed;
      // The end of a process there is known here a moment later.
      await until(async () => (next = await backend.exec(ask, { taskId })).exitCode === 0);
      await waiting.write("now\n");
      await waiting.exited;

      expect([killed.output, next.output]).toEqual(["", `served open.example:${port} /`]);
      expect(waiting.output()).toBe(next.output);
    });

    test("sessions in one kept container have their own hosts, and the next program has its own proxy", async () => {
      const name = `kept-${port}`;
      await using first = open({ keepAs: name });
      const ask = `curl -s http://more.example:${port}/ | tail -1`;
      const wall = { profile: "workspace", hosts: [`more.example:${port}`] } as const;
      const [one, other] = await Promise.all([
        first.exec(`${ask}; touch /root/installed`, { taskId: "one", wall }),
        first.exec(ask, { taskId: "other" }),
      ]);
      await using second = open({ keepAs: name });
      const beside = await second.exec(`${ask}; ls /root`, { taskId, wall });
      await first.dispose();
      const later = await second.exec(ask, { taskId, wall });

      expect(one.output).toBe(`served more.example:${port} /`);
      expect(other.output).toContain("is not open");
      expect([beside.output, later.output]).toEqual([`${one.output}installed\n`, one.output]);
    });

    test("what speaks in the name of the relay reaches no more, and ends with what it breaks", async () => {
      await using backend = open();
      // The pipes of the relay belong to whoever is root in the container.
      const forge = `
import os, struct, glob
pid = next(p.split("/")[2] for p in glob.glob("/proc/[0-9]*/cmdline") if open(p, "rb").read().startswith(b"perl"))
out = open(f"/proc/{pid}/fd/1", "wb", 0)
def say(kind, number, data=b"", length=None): out.write(struct.pack(">BII", kind, number, len(data) if length is None else length) + data)
say(1, 9000); say(2, 9000, b"CONNECT closed.example:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
say(1, 9001)
for i in range(20): say(2, 9001, b"x" * 60000)
for i in range(500): say(1, 10000 + i)
say(5, 9000, b"1"); say(2, 77, b"nobody"); say(9, 1, b"", 1 << 31)
print("said")`;
      const forged = await backend.exec("python3 -", { taskId, stdin: forge });
      const notices = [forged.notice];
      let next = forged;
      await until(async () => {
        next = await backend.exec(`curl -sS http://open.example:${port}/`, { taskId });
        notices.push(next.notice);
        return next.exitCode === 0;
      });

      expect(forged.output).toBe("said\n");
      expect(notices.join(" ")).toContain(`"closed.example:${port}"`);
      expect(next.output).toBe(`served open.example:${port} /`);
    });

    test("an image that can't run the relay is said, and nothing runs with more network instead", async () => {
      await using backend = open({ volumes: [] });

      await expect(backend.exec("true", { taskId })).rejects.toMatchObject({
        code: "BACKEND_UNSUPPORTED",
        message: expect.stringContaining("neither perl nor python3"),
      });
    });
  },
);
