import { defineTool } from "@hermes/registry";
import type { Tool, ToolAction } from "@hermes/registry";
import { z } from "zod";

/** A plugin's tool that fetches addresses. */
export function fetching(name: string, action: ToolAction): Tool {
  return defineTool({
    ...{ name, toolset: "plugin", description: "Fetches.", action },
    input: z.object({ urls: z.array(z.string()) }),
    argument: ({ urls }) => ({ kind: "url", urls }),
    execute: async () => ({}),
  });
}

/** A plugin's tool that writes a file. */
export const noteWriter: Tool = defineTool({
  ...{ name: "note_write", toolset: "plugin", description: "Writes a note." },
  action: { name: "notes.write", summary: "write a note" },
  input: z.object({ file: z.string(), body: z.string() }),
  argument: ({ file: path, body: after }) => ({
    kind: "path",
    paths: [{ path, access: "write" }],
    changes: async (read) => [{ path, before: (await read(path)) ?? "", after }],
  }),
  execute: async () => ({}),
});

/** A plugin's tool that runs a shell text. */
export const deployer: Tool = defineTool({
  ...{ name: "deploy_run", toolset: "plugin", description: "Runs a step of a deployment." },
  action: { name: "deploy.run", summary: "run a step of a deployment" },
  input: z.object({ step: z.string(), in: z.string().optional() }),
  argument: ({ step: text, in: cwd }) => ({ kind: "command", text, cwd }),
  execute: async () => ({}),
});

/** What a tool of an MCP server is: a schema from elsewhere, and nothing said of what it does. */
export const remote: Tool = {
  ...{ name: "mcp_board_move", toolset: "mcp-board", description: "Moves a card.", emoji: "🔌" },
  ...{
    requiresEnv: [],
    readOnly: false,
    provenance: { source: "mcp", name: "board" },
    maxResultChars: undefined,
  },
  parameters: () => ({ type: "object", properties: { card: { type: "string" } } }),
  parse: (value) => ({ ok: true, value }),
  execute: async () => ({}),
  ...{ available: undefined, describe: undefined, detail: undefined, cleanup: undefined },
};
