// A server with 30 tools, whose schemas are as large as usual.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const words =
  "What it does, what it needs for it, and what comes back, in two or three sentences as most tools have. ";

serveStdio(() => {
  const server = new McpServer({ name: "bench", version: "1" });
  for (let index = 0; index < 30; index += 1)
    server.registerTool(
      `tool${index}`,
      {
        description: words.repeat(3),
        inputSchema: z.object({
          words: z.string().describe(words),
          folder: z.string().optional().describe(words),
          limit: z.number().optional().describe(words),
        }),
      },
      async (args) => ({ content: [{ type: "text", text: args.words }] }),
    );
  return server;
});
