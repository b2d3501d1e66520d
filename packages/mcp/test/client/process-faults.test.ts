import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  node,
  openTest,
  testEntry,
  rawServer,
  sdkServer,
  soon,
  testLog,
  testMemory,
} from "./fixtures/test-entry.ts";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const pidOf = (line: string | undefined): number => Number(line?.split(" ")[1]);

describe("what may be repeated", () => {
  test("a call that may have changed something is not repeated when its server dies under it", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });

    const call = server.callTool("crash", {}, { signal: soon() });

    await expect(call).rejects.toMatchObject({ code: "MCP_OUTCOME_UNKNOWN" });
    expect(log.count("call crash")).toBe(1);
  });

  test("a call that only reads is repeated on a new process, and then gives up", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });

    const again = await server.callTool("crash-once", {}, { signal: soon() });
    const never = server.callTool("crash-read", {}, { signal: soon() });

    expect(again.content).toEqual([{ type: "text", text: "again" }]);
    await expect(never).rejects.toMatchObject({ code: "MCP_OUTCOME_UNKNOWN" });
    expect(log.count("call crash-once")).toBe(2);
    expect(log.count("call crash-read")).toBe(3);
  });

  test("a server that was killed in the middle of a call serves the next one, at once", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });
    const call = server.callTool("silent", {}, { signal: soon() });
    await expect.poll(() => log.count("call silent")).toBe(1);

    process.kill(pidOf(log.lines()[0]), "SIGKILL");
    await expect(call).rejects.toMatchObject({ code: "MCP_OUTCOME_UNKNOWN" });
    const startedAt = performance.now();
    const next = await server.callTool("echo", {}, { signal: soon() });

    expect(next.content).toEqual([{ type: "text", text: "echo" }]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("a server that died while nobody used it is started again by itself", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });

    process.kill(pidOf(log.lines()[0]), "SIGKILL");

    await expect.poll(() => log.count("start"), { timeout: 30_000 }).toBe(2);
    await expect.poll(() => server.status.state, { timeout: 30_000 }).toBe("ready");
  });
});

describe("time", () => {
  test("a call without a sign of life ends after its time-out, and a server that hangs is replaced", async () => {
    const log = testLog();
    const server = openTest(rawServer(log), { timeoutMs: 300 });
    await server.list({ signal: soon() });

    const call = server.callTool("block", {}, { signal: soon() });
    await expect(call).rejects.toMatchObject({ code: "MCP_TIMEOUT" });
    const next = await server.callTool("echo", {}, { signal: soon() });

    expect(next.content).toEqual([{ type: "text", text: "echo" }]);
    expect(log.count("start")).toBe(2);
    expect(log.count("call block")).toBe(1);
  });

  test("a call that takes too long is cancelled, and the server that answers others is kept", async () => {
    const log = testLog();
    const server = openTest(rawServer(log), { timeoutMs: 300 });
    await server.list({ signal: soon() });

    await expect(server.callTool("silent", {}, { signal: soon() })).rejects.toMatchObject({
      code: "MCP_TIMEOUT",
    });
    await server.callTool("echo", {}, { signal: soon() });

    expect(log.count("cancelled")).toBe(1);
    expect(log.count("start")).toBe(1);
  });

  test("time stands still while a person is asked", async () => {
    const server = openTest(sdkServer("legacy"), { timeoutMs: 300 });

    const result = await server.callTool(
      "asks",
      {},
      {
        signal: soon(),
        asks: { elicit: () => wait(500, { action: "accept" as const, content: { first: "Ann" } }) },
      },
    );

    expect(result.content).toEqual([{ type: "text", text: "hello Ann" }]);
  });

  test("a package runner that says nothing is shown as one that may download, and has more time than others", async () => {
    const transport = { type: "stdio" as const, command: "npm", args: ["exec"], env: {} };
    const started = rawServer(testLog());
    const { spawnServer } = await import("../../src/client/process/spawn-server.ts");
    const reasons: (string | undefined)[] = [];
    const server = openTest(transport, {
      connectTimeoutMs: 300,
      options: {
        spawn: async (_asked, options) => {
          if (started.type !== "stdio") throw new Error("It is a process.");
          const args = ["-e", "setTimeout(() => require(process.argv[1]), 2_300)", ...started.args];
          return await spawnServer({ ...started, args }, options);
        },
      },
    });
    server.onChange(() => reasons.push(server.status.reason));

    const { tools } = await server.list({ signal: soon() });

    expect(tools.length).toBeGreaterThan(0);
    expect(reasons).toContain("npm may be downloading");
  });

  test("a server that answers the new handshake too late is not remembered as an old one", async () => {
    const [late, old] = [testMemory(), testMemory()];
    const open = (memory: typeof late, how: object): ReturnType<typeof openTest> =>
      openTest(rawServer(testLog(), { ...how }), { connectTimeoutMs: 1_000, options: { memory } });

    await Promise.all([
      open(late, { lateOnProbe: true }).list({ signal: soon() }),
      open(old, { silentOnProbe: true }).list({ signal: soon() }),
    ]);

    const eraOf = ({ texts }: typeof late): unknown => JSON.parse([...texts.values()][0] ?? "{}").era;
    await expect.poll(() => [eraOf(late), eraOf(old)]).toEqual([undefined, "legacy"]);
  });
});

describe("what servers write", () => {
  test("lines that are no messages are skipped and told once, harmless", async () => {
    const warnings: string[] = [];
    const server = openTest(
      rawServer(testLog(), { garbage: true, stderr: "one\n\u001b[31mtwo\u001b[0m\u0007\n" }),
      {
        options: { onWarning: (message) => warnings.push(message) },
      },
    );

    await server.list({ signal: soon() });

    expect(warnings).toEqual([expect.stringContaining("Hello from a banner red")]);
    expect(server.stderr()).toEqual(["one", "two"]);
    expect(server.status.serverName).toBe("raw");
  });

  test("a message larger than 10 MB is refused, and the server goes on", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });

    const huge = server.callTool("huge", {}, { signal: soon() });

    await expect(huge).rejects.toMatchObject({
      code: "MCP_BAD_ANSWER",
      message: expect.stringContaining("11.5 MB"),
    });
    await server.callTool("echo", {}, { signal: soon() });
    expect(log.count("start")).toBe(1);
  });

  test("parts of no known kind and those after the fiftieth are left out, and said", async () => {
    const server = openTest(rawServer(testLog()));

    const { content } = await server.callTool("odd", {}, { signal: soon() });

    expect(content).toHaveLength(50);
    expect(content[0]).toEqual({ type: "text", text: "ab" });
    expect(content.at(-1)).toEqual({
      type: "text",
      text: "[Left out: part 2: of a kind that is not known (hologram); 12 of 62 parts.]",
    });
  });

  test("a server is asked back for no more than five times in one call", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    let asked = 0;

    await server.callTool(
      "flood",
      {},
      {
        signal: soon(),
        asks: {
          elicit: () => {
            asked += 1;
            return Promise.resolve({ action: "accept", content: { a: "b" } });
          },
        },
      },
    );

    expect(asked).toBe(5);
    expect(log.lines().filter((line) => line.includes("decline"))).toHaveLength(3);
  });

  test("pages that an old server wants visited by its error are told to the person, and then it is asked again", async () => {
    const log = testLog();
    const asked: unknown[] = [];
    const answering = (action: "accept" | "decline") => ({
      elicit: async (request: unknown) => (asked.push(request), { action }),
    });
    const server = openTest(rawServer(log));
    const call = (action: "accept" | "decline") =>
      server.callTool("page", {}, { signal: soon(), asks: answering(action) });

    await expect(call("decline")).rejects.toMatchObject({ code: "MCP_REFUSED" });
    await server.restart();
    const visited = await call("accept");

    expect(visited.content).toEqual([{ type: "text", text: "visited" }]);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ mode: "url", url: "https://example.com/login", message: "Log in." });
    expect(log.count("call page")).toBe(1);
  });

  test("questions are declined while calls of two people are in flight", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });
    const accept = { elicit: () => Promise.resolve({ action: "accept" as const, content: { a: "b" } }) };
    const stop = new AbortController();

    const other = server.callTool("silent", {}, { signal: stop.signal, asks: { ...accept } });
    await expect.poll(() => log.count("call silent")).toBe(1);
    await server.callTool("flood", {}, { signal: soon(), asks: accept });
    stop.abort(new Error("enough"));

    await expect(other).rejects.toThrow("enough");
    expect(log.lines().filter((line) => line.includes("decline"))).toHaveLength(8);
  });
});

describe("processes", () => {
  test("one process is started, for both revisions", async () => {
    const [old, both] = [testLog(), testLog()];

    await openTest(rawServer(old)).list({ signal: soon() });
    await openTest(sdkServer("both", both)).list({ signal: soon() });

    expect(old.count("start")).toBe(1);
    expect(both.count("start")).toBe(1);
  });

  test("an old server is asked for the new revision once, and never again", async () => {
    const log = testLog();
    const memory = testMemory();

    for (let run = 0; run < 3; run += 1) {
      const server = openTest(rawServer(log), { options: { memory } });
      await server.list({ signal: soon() });
      await server[Symbol.asyncDispose]();
    }

    expect(log.count("probe")).toBe(1);
    expect(log.count("start")).toBe(3);
  });

  test("a server that ends when it is asked something new is started once more, and remembered", async () => {
    const log = testLog();
    const memory = testMemory();

    for (let run = 0; run < 2; run += 1) {
      const server = openTest(rawServer(log, { exitOnProbe: true }), { options: { memory } });
      await server.list({ signal: soon() });
      await server[Symbol.asyncDispose]();
    }

    expect(log.count("start")).toBe(3);
  });

  test("a remembered revision that no longer fits is forgotten by itself", async () => {
    const memory = testMemory();
    const old = openTest(sdkServer("legacy"), { options: { memory } });
    await old.list({ signal: soon() });
    await old[Symbol.asyncDispose]();
    const [key = ""] = memory.texts.keys();
    const modern = openTest(sdkServer("modern"), {
      options: { memory: { ...memory, read: () => Promise.resolve(memory.texts.get(key)) } },
    });

    await modern.list({ signal: soon() });

    expect(modern.status.protocol).toBe("2026-07-28");
  });

  test("what was listed is known without a connection in the next run", async () => {
    const log = testLog();
    const memory = testMemory();
    const first = openTest(rawServer(log), { options: { memory } });
    await first.list({ signal: soon() });
    await first[Symbol.asyncDispose]();

    const second = openTest(rawServer(log), { options: { memory } });

    await expect.poll(() => second.known?.tools.length).toBe(9);
    expect(second.status.state).toBe("idle");
    expect(log.count("start")).toBe(1);
  });

  test("nothing is started before the first use", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    const before = server.status.state;

    await server[Symbol.asyncDispose]();

    expect([before, server.status.state, log.count("start")]).toEqual(["idle", "closed", 0]);
    await expect(server.list({ signal: soon() })).rejects.toMatchObject({ code: "MCP_CLOSED" });
  });

  test("closing leaves no process behind, also of one that ignores SIGTERM and started others", async () => {
    const log = testLog();
    const server = openTest(rawServer(log, { deaf: true, child: true }));
    await server.list({ signal: soon() });
    const pids = log
      .lines()
      .filter((line) => /^(?:start|child)/u.test(line))
      .map(pidOf);

    await server[Symbol.asyncDispose]();

    expect(pids).toHaveLength(2);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(log.count("SIGTERM")).toBe(1);
  });

  test("a server ends when our program is killed", async () => {
    const log = testLog();
    const source = new URL("../../src/index.ts", import.meta.url).href;
    const entry = testEntry(rawServer(log));
    const program = spawn(process.execPath, [
      ...["--conditions=@hermes/source", "--input-type=module", "-e"],
      `import { openMcpServer } from ${JSON.stringify(source)};
       const server = openMcpServer(${JSON.stringify(entry)}, { env: process.env, cwd: "/" });
       await server.list({ signal: AbortSignal.timeout(15_000) });
       setInterval(() => {}, 1_000);`,
    ]);
    await expect.poll(() => log.count("start"), { timeout: 30_000 }).toBe(1);
    const server = pidOf(log.lines()[0]);

    program.kill("SIGKILL");

    await expect.poll(() => isAlive(server), { timeout: 30_000 }).toBe(false);
  });

  test("a process gets the harmless part of the environment, and what its entry names", async () => {
    const print = "process.stderr.write(JSON.stringify(process.env)+'\\n');setInterval(()=>{},1000)";
    const transport = { ...node(["-e", print]), env: { API_KEY: "own" } } as ReturnType<typeof node>;
    const server = openTest(transport);

    server.list({ signal: soon() }).catch(() => {});
    await expect.poll(() => server.stderr(), { timeout: 30_000 }).toHaveLength(1);

    expect(Object.keys(JSON.parse(server.stderr()[0] ?? "{}")).toSorted()).toEqual(["API_KEY", "PATH"]);
  });

  test("a command that there isn't is said at once", async () => {
    const server = openTest({ type: "stdio", command: "no-such-command-at-all", args: [], env: {} });

    await expect(server.list({ signal: soon() })).rejects.toMatchObject({
      code: "MCP_UNAVAILABLE",
      message: expect.stringContaining("no-such-command-at-all"),
    });
    expect(server.status.state).toBe("failed");
  });

  test("a server that ends at once is tried for as long as calls wait, and no longer", async () => {
    const log = testLog();
    const server = openTest(rawServer(log, { exitAtOnce: true }), { connectTimeoutMs: 500 });

    await expect(server.list({ signal: soon() })).rejects.toMatchObject({ code: "MCP_UNAVAILABLE" });

    expect(log.count("start")).toBeGreaterThan(1);
    expect(server.status.state).toBe("waiting");
  });

  test("restart ends the process, and the next use starts another", async () => {
    const log = testLog();
    const server = openTest(rawServer(log));
    await server.list({ signal: soon() });

    await server.restart();
    const ended = !isAlive(pidOf(log.lines()[0]));
    await server.list({ signal: soon() });

    expect(ended).toBe(true);
    expect(log.count("start")).toBe(2);
  });
});
