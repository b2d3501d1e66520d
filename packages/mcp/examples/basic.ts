import { openMcpServer } from "@hermes/mcp";

// A server in a few lines; any program that speaks MCP goes here.
const program = `
  import { McpServer } from "@modelcontextprotocol/server";
  import { serveStdio } from "@modelcontextprotocol/server/stdio";
  serveStdio(() => {
    const server = new McpServer({ name: "clock", version: "1.0.0" });
    server.registerTool("year", { description: "The year of the moon landing." }, () => ({
      content: [{ type: "text", text: "1969" }],
    }));
    return server;
  });`;

const server = openMcpServer(
  {
    name: "clock",
    transport: {
      type: "stdio",
      command: process.execPath,
      args: ["--input-type=module", "-e", program],
      env: {},
    },
    timeoutMs: 120_000,
    connectTimeoutMs: 60_000,
    parallel: false,
    tools: { exclude: [], resources: true, prompts: true },
    sampling: { enabled: false, maxTokens: 4_096, timeoutMs: 30_000, maxPerMinute: 10, allowedModels: [] },
  },
  { env: process.env, cwd: import.meta.dirname },
);
try {
  const signal = AbortSignal.timeout(60_000);
  const { tools } = await server.list({ signal });
  const result = await server.callTool("year", {}, { signal });
  console.log(server.status.protocol, tools[0]?.description, result.content);
} finally {
  await server[Symbol.asyncDispose]();
}
