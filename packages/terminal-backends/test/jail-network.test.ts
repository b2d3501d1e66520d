import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { openHostProxy, proxyEnvironment } from "@hermes/jail";
import { describe, expect, test } from "vitest";
import { missing } from "./jail-wall.ts";
import { openJailedPlace, openLocalPlace } from "./local-place.ts";
import { until } from "./until.ts";

const taskId = "task";
const options = { taskId };

describe.skipIf(missing !== undefined).concurrent("the network behind the wall", () => {
  const serve = (port: number): string =>
    `exec '${process.execPath}' -e 'require("http").createServer((q, s) => s.end("served " + q.url)).listen(${port}, "127.0.0.1")'`;

  test("a server of one command is reached by the next and by the person, until it ends", async () => {
    await using place = await openJailedPlace({ network: { hosts: [] } });
    const port = await freePort();
    const server = await place.backend.spawn(serve(port), options);
    const url = `http://127.0.0.1:${port}/a`;
    await until(async () => (await bodyOf(url)) === "served /a");
    const next = await place.backend.exec(`curl -sS ${url}`, options);
    await server.kill();

    expect(next.output).toBe("served /a");
    await until(async () => (await bodyOf(url)) === undefined);
  });

  test("a port that is taken out here stays with whoever has it", async () => {
    await using place = await openJailedPlace({ network: { hosts: [] } });
    const [own, port] = await listening((socket) => socket.end("mine"));
    const other = await freePort();
    await place.backend.spawn(serve(port), options);
    await place.backend.spawn(serve(other), options);
    await until(async () => (await bodyOf(`http://127.0.0.1:${other}/`)) === "served /");

    expect(await said(port)).toBe("mine");
    own.close();
  });

  test("hosts are closed, named when they are asked for, and open for the call that was given them", async () => {
    await using place = await openJailedPlace({ network: { hosts: [] } });
    const [own, port] = await listening((socket) => socket.end("mine"));
    const read = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
    const closed = await place.backend.exec(read, options);
    const refused = await place.backend.exec("curl -sS http://example.com/", options);
    const given = await place.backend.exec(`until (${read}); do sleep 0.05; done 2>/dev/null`, {
      taskId,
      timeoutMs: 10_000,
      wall: { profile: "workspace", hosts: [`localhost:${port}`] },
    });
    const after = await place.backend.exec(read, options);

    expect(closed.exitCode).not.toBe(0);
    expect(refused.notice).toContain('"example.com:80"');
    expect(given.output).toContain("mine");
    expect(after.exitCode).not.toBe(0);
    own.close();
  });
});

test.skipIf(process.platform !== "linux")(
  "where jails share the loopback of this machine, each task has the proxy's own port",
  async () => {
    const [own, port] = await listening((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine"),
    );
    const entered: (number | undefined)[] = [];
    await using place = await openLocalPlace(() => ({
      wall: {
        profile: "workspace",
        sharesLoopback: true,
        sharedTemporary: ["/tmp"],
        enter: (command, { proxyPort }) => (entered.push(proxyPort), command),
        async openNetwork() {
          const proxy = await openHostProxy({ hosts: [`localhost:${port}`] });
          const [server, ownPort] = await listening((socket) => proxy.accept(socket));
          const close = async () => {
            server.close();
            await proxy.close();
          };
          return { ...proxy, close, port: ownPort, environment: proxyEnvironment };
        },
      },
    }));
    const ask = `curl -sS --noproxy '' http://127.0.0.1:${port}/; echo " $HTTP_PROXY"`;
    await place.backend.prepare?.({ taskId: "one" });
    const [one, other] = await Promise.all(
      ["one", "other"].map(async (each) => await place.backend.exec(ask, { taskId: each })),
    );
    own.close();

    const told = [one, other].map(
      (result) => /^mine http:\/\/127\.0\.0\.1:(\d+)\n$/.exec(result?.output ?? "")?.[1],
    );
    expect(told.map(Number).toSorted()).toEqual(entered.toSorted());
    expect(new Set(entered).size).toBe(2);
  },
);

async function listening(answer: (socket: Socket) => void): Promise<readonly [Server, number]> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port.
  return [server, (server.address() as AddressInfo).port];
}

const given = new Set<number>();

/** Each one once: these tests run side by side, and a port that is free again may come again. */
async function freePort(): Promise<number> {
  const [server, port] = await listening(() => undefined);
  await new Promise((resolve) => server.close(resolve));
  if (given.has(port)) return await freePort();
  given.add(port);
  return port;
}

function said(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let all = "";
    connect(port, "127.0.0.1")
      .setEncoding("utf8")
      .on("data", (chunk: string) => (all += chunk))
      .on("error", reject)
      .on("end", () => resolve(all));
  });
}

async function bodyOf(url: string): Promise<string | undefined> {
  return await fetch(url).then(
    (response) => response.text(),
    () => undefined,
  );
}
