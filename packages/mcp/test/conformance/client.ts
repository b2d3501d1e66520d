/**
 * The client that the public conformance suite runs: it uses everything that a server offers, once. The suite gives the address
 * as the argument, and the scenario by its environment.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import {
  createMcpAuth,
  type HttpTransport,
  type McpAsks,
  type McpServerEntry,
  openMcpServer,
} from "../../src/index.ts";
import { argumentsFor } from "./arguments-for.ts";

const context = z
  .object({
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    toolCalls: z
      .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
      .optional(),
  })
  .parse(JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}"));
const { signal } = new AbortController();

const transport: HttpTransport = {
  type: "http",
  url: z.url().parse(process.argv[2]),
  headers: {},
  oauth: { clientId: context.client_id, clientSecret: context.client_secret },
};
const entry: McpServerEntry = {
  name: "conformance",
  transport,
  timeoutMs: 20_000,
  connectTimeoutMs: 20_000,
  parallel: true,
  tools: { exclude: [], resources: true, prompts: true },
  sampling: { enabled: false, maxTokens: 100, timeoutMs: 1_000, maxPerMinute: 1, allowedModels: [] },
};

/** Fills in what a form has defaults for, as a person does who only says yes. */
const asks: McpAsks = {
  elicit: async (request) => {
    if (request.mode === "url") return { action: "decline" };
    const filled = request.fields.flatMap((field) =>
      field.default === undefined ? [] : [[field.name, field.default] as const],
    );
    return { action: "accept", content: Object.fromEntries(filled) };
  },
};

const ending: (() => PromiseLike<void>)[] = [];
const folder = mkdtempSync(join(tmpdir(), "hermes-conformance-"));
try {
  const auth = createMcpAuth({
    ...{ name: entry.name, transport, folder },
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    person: {
      signal,
      // A browser that says yes at once.
      open: async (url) => (await fetch(url)).ok,
      limitMs: 10_000,
    },
  });
  const server = openMcpServer(entry, { env: {}, cwd: folder, auth });
  ending.push(() => server[Symbol.asyncDispose]());
  const { tools, resources, prompts } = await server.list({ signal });
  const calls =
    context.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, tools) }));
  // One that fails does not keep the others from their end.
  const ends = await Promise.allSettled(
    calls.map((call) => server.callTool(call.name, call.arguments, { signal, asks })),
  );
  for (const { uri } of resources) await server.readResource(uri, { signal, asks });
  for (const prompt of prompts) {
    const args = Object.fromEntries(prompt.arguments.map(({ name }) => [name, "text"]));
    await server.getPrompt(prompt.name, args, { signal, asks });
  }
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? `${error.stack}\n${String(error.cause)}` : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  for (const end of ending) await end();
  rmSync(folder, { recursive: true, force: true });
}
