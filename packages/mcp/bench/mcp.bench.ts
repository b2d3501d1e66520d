// What our client adds to the SDK's: a call over stdio and over HTTP beside the bare SDK with the same server, in turns, and the
// memory that idle servers with 30 tools keep in this process.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openMcpServer, type McpServer, type McpServerEntry } from "@hermes/mcp";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer as SdkServer } from "@modelcontextprotocol/server";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 300 : 2_000;
const idleServers = 10;
const program = join(import.meta.dirname, "thirty-tools.mjs");
const signal = AbortSignal.timeout(240_000);
const stdio = { type: "stdio", command: process.execPath, args: [program], env: {} } as const;

function open(transport: McpServerEntry["transport"]): McpServer {
  const entry: McpServerEntry = {
    name: "bench",
    transport,
    timeoutMs: 30_000,
    connectTimeoutMs: 30_000,
    parallel: false,
    tools: { exclude: [], resources: true, prompts: true },
    sampling: { enabled: false, maxTokens: 1, timeoutMs: 1, maxPerMinute: 1, allowedModels: [] },
  };
  return openMcpServer(entry, { env: { PATH: process.env["PATH"] }, cwd: import.meta.dirname });
}

async function compareCalls(name: string, ours: McpServer, bare: Client): Promise<void> {
  const args = { words: "hello" };
  const contestants = {
    ours: () => ours.callTool("tool0", args, { signal }),
    bare: () => bare.callTool({ name: "tool0", arguments: args }, { onprogress: () => {} }),
  };
  await ours.list({ signal });
  await bare.listTools();
  const times = { ours: [] as number[], bare: [] as number[] };
  await waitQuiet();
  for (let round = -50; round < rounds; round += 1)
    for (const contestant of ["ours", "bare"] as const) {
      const startedAt = performance.now();
      await contestants[contestant]();
      if (round >= 0) times[contestant].push(performance.now() - startedAt);
    }
  const floor = median(times.bare);
  report({
    figure: `mcp: a call over ${name}`,
    unit: "ms",
    value: median(times.ours),
    better: "lower",
    goal: floor * 1.5,
    floor: { name: "the bare SDK, same server", value: floor },
  });
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // The flag makes it.
async function usedBytes(): Promise<number> {
  for (let round = 0; round < 5; round += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

const handler = toNodeHandler(createMcpHandler(() => create()));
function create(): SdkServer {
  const server = new SdkServer({ name: "bench", version: "1" });
  server.registerTool("tool0", {}, async () => ({ content: [{ type: "text", text: "hello" }] }));
  return server;
}
const web = createServer((request, response) => {
  handler(request as never, response).catch(() => response.destroy()); // Its types are stricter than those of Node.
});
await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${String((web.address() as AddressInfo).port)}/mcp`;
const modern = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const bareStdio = new Client({ name: "bare", version: "1" }, modern);
const bareHttp = new Client({ name: "bare", version: "1" }, modern);
const opened: McpServer[] = [];
try {
  await bareStdio.connect(new StdioClientTransport({ command: process.execPath, args: [program] }));
  await bareHttp.connect(new StreamableHTTPClientTransport(new URL(url)));
  opened.push(open(stdio), open({ type: "http", url, headers: {} }));
  await compareCalls("stdio", opened[0]!, bareStdio);
  await compareCalls("HTTP", opened[1]!, bareHttp);

  const before = await usedBytes();
  const idle = Array.from({ length: idleServers }, () => open(stdio));
  opened.push(...idle);
  await Promise.all(idle.map((server) => server.list({ signal })));
  report({
    figure: "mcp: memory of an idle server with 30 tools",
    unit: "MB",
    value: ((await usedBytes()) - before) / idleServers / 1e6,
    better: "lower",
    goal: 3,
  });
} finally {
  await Promise.all([
    bareStdio.close(),
    bareHttp.close(),
    ...opened.map((server) => server[Symbol.asyncDispose]()),
  ]);
  web.close();
  web.closeAllConnections();
}
