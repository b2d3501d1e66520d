import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { McpContent } from "@hermes/mcp";
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { openTest } from "../client/fixtures/test-entry.ts";
import {
  everything,
  everythingOver,
  filesystem,
  inspectorFile,
  memory,
  missingBrowser,
  playwright,
  sequentialThinking,
  type RealServer,
} from "./real-servers.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";
const soon = (): AbortSignal => AbortSignal.timeout(60_000);

/** What a client says that a server offers and answers, in one form for all clients. */
interface Seen {
  readonly tools: readonly (readonly [name: string, schema: unknown])[];
  readonly results: readonly unknown[];
}

test("the everything server offers and answers us the same as the official client", async () => {
  const server = everything();

  expect(await seenByUs(server)).toEqual(await seenByOfficial(server));
});

test.runIf(long).each([
  ["everything over sse", () => everythingOver("sse")],
  ["everything over streamableHttp", () => everythingOver("streamableHttp")],
  ["filesystem", filesystem],
  ["memory", memory],
  ["sequential-thinking", sequentialThinking],
] as const)(
  "%s offers and answers us the same as the official client and the inspector",
  async (_name, make) => {
    const server = await make();

    const ours = await seenByUs(server);

    expect(ours.results).toHaveLength(server.calls.length);
    expect(ours).toEqual(await seenByOfficial(server));
    // The inspector answers no questions of servers, so it is not offered the tools that ask.
    const tools = ours.tools.filter(([name]) => !/elicitation|sampling/.test(name));
    expect(await seenByInspector(server)).toEqual({ ...ours, tools });
  },
);

test.runIf(long && missingBrowser === undefined)(
  `playwright offers and answers us the same as the official client (${missingBrowser ?? "with Chromium"})`,
  async () => {
    const server = playwright();

    expect(await seenByUs(server)).toEqual(await seenByOfficial(server));
  },
);

test("a real server that is killed in the middle of a call that only reads serves it, and the next one", async () => {
  const pids: number[] = [];
  const server = openTest(everything().transport, {
    options: {
      async spawn(transport, { env, cwd }) {
        const child = spawn(transport.command, transport.args, { env, cwd });
        pids.push(child.pid ?? Number.NaN);
        const exited = once(child, "exit").then(([exitCode, signal]) => ({ exitCode, signal }));
        const { stdin, stdout, stderr } = child;
        return { stdin, stdout, stderr, exited, end: async () => void (child.kill("SIGKILL"), await exited) };
      },
    },
  });
  await server.list({ signal: soon() });
  const isHeard = Promise.withResolvers<void>();

  // It says that it only reads, so it is repeated.
  const repeated = server.callTool(
    "trigger-long-running-operation",
    { duration: 1, steps: 5 },
    { signal: soon(), progress: () => isHeard.resolve() },
  );
  await isHeard.promise;
  process.kill(pids[0] ?? Number.NaN, "SIGKILL");
  const { isError } = await repeated;
  const { content } = await server.callTool("echo", { message: "again" }, { signal: soon() });

  expect(isError).toBe(false);
  expect(content).toEqual([{ type: "text", text: "Echo: again" }]);
  expect(pids).toHaveLength(2);
});

async function seenByUs({ transport, calls, cwd }: RealServer): Promise<Seen> {
  const options = cwd === undefined ? {} : { cwd };
  const server = openTest(transport, { timeoutMs: 60_000, connectTimeoutMs: 60_000, options });
  const { tools } = await server.list({ signal: soon() });
  const results = [];
  for (const [name, args] of calls) {
    // oxlint-disable-next-line no-await-in-loop -- one may need what the one before did
    const { content, structured, isError } = await server.callTool(name, args, { signal: soon() });
    results.push({ content: content.map(asWritten), structured, isError });
  }
  return { tools: tools.map((tool) => [tool.name, tool.inputSchema] as const), results };
}

/** As the protocol writes it. */
function asWritten(part: McpContent): unknown {
  if (part.type !== "image" && part.type !== "audio") return part;
  const { base64, ...rest } = part;
  return { ...rest, data: base64 };
}

async function seenByOfficial({ transport, calls }: RealServer): Promise<Seen> {
  const client = new Client(
    { name: "official", version: "1" },
    { capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} } },
  );
  client.setRequestHandler("roots/list", () => ({ roots: [] }));
  await client.connect(officialTransport(transport));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const results = [];
  for (const [name, args] of calls)
    // oxlint-disable-next-line no-await-in-loop
    results.push(resultOf(await client.callTool({ name, arguments: { ...args } })));
  return { tools: toolsOf(tools), results };
}

function officialTransport(transport: RealServer["transport"]): Transport {
  if (transport.type === "stdio")
    return new StdioClientTransport({
      command: transport.command,
      args: [...transport.args],
      env: { PATH: process.env["PATH"] ?? "", ...transport.env },
      stderr: "ignore",
    });
  const url = new URL(transport.url);
  return transport.type === "sse" ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url);
}

/** The second client, which is a program. */
async function seenByInspector({ transport, calls }: RealServer): Promise<Seen> {
  const target =
    transport.type === "stdio"
      ? [transport.command, ...transport.args]
      : [transport.url, "--transport", transport.type];
  const inspect = async (...args: readonly string[]): Promise<ReturnType<typeof JSON.parse>> => {
    const env = { ...process.env, ...(transport.type === "stdio" ? transport.env : {}) };
    const all = [inspectorFile, "--cli", ...target, ...args];
    // What a tool says went wrong ends it with a code of its own.
    const run = promisify(execFile)(process.execPath, all, { env }).catch(
      (error: { stdout: string }) => error,
    );
    return JSON.parse((await run).stdout);
  };
  const { tools } = await inspect("--method", "tools/list");
  const results = [];
  for (const [name, args] of calls) {
    const given = Object.entries(args).flatMap(([key, value]) => [
      "--tool-arg",
      `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    // oxlint-disable-next-line no-await-in-loop
    results.push(resultOf(await inspect("--method", "tools/call", "--tool-name", name, ...given)));
  }
  return { tools: toolsOf(tools), results };
}

interface Written {
  readonly content?: readonly unknown[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

function resultOf({ content = [], structuredContent, isError = false }: Written): unknown {
  return { content, structured: structuredContent, isError };
}

function toolsOf(tools: readonly { readonly name: string; readonly inputSchema: unknown }[]): Seen["tools"] {
  return tools
    .map(({ name, inputSchema }) => [name, inputSchema] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
