import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { SessionController } from "../../src/controller/index.ts";
import type { ControllerPorts, McpServerState } from "../../src/controller/index.ts";
import { Agent } from "../../src/index.ts";

const ready: McpServerState = {
  name: "everything",
  enabled: true,
  allowed: true,
  status: { state: "ready" },
  tools: 12,
};

/** What a command says, with and without a turn. */
async function say(line: string, ports: ControllerPorts): Promise<readonly string[]> {
  const agent = new Agent({ model: scripted([]), tools: [] });
  await using controller = new SessionController({
    openSession: async () => ({
      id: agent.sessionId,
      agent,
      resumed: false,
      [Symbol.asyncDispose]: async () => await agent.close(),
    }),
    ports,
  });
  await controller.open();
  const lines: string[] = [];
  for await (const event of controller.run(line))
    if (event.type === "command-reply") lines.push(...(event.reply.lines ?? []));
  return lines;
}

function listing(servers: readonly McpServerState[]): ControllerPorts {
  return {
    mcp: { list: async () => servers, reload: async () => [] },
    programCommand: (asked) => `app ${asked.task}${"server" in asked ? ` ${asked.server}` : ""}`,
  };
}

test.each<[string, Partial<McpServerState>, readonly string[]]>([
  ["ready", {}, ["everything: ready · 12 tools"]],
  ["with one tool", { tools: 1 }, ["everything: ready · 1 tool"]],
  ["switched off", { enabled: false, tools: undefined }, ["everything: off"]],
  [
    "one that nobody agreed to",
    { allowed: undefined, tools: undefined },
    ["everything: not agreed to", "  app allow-mcp-server everything"],
  ],
  [
    "one without a login",
    { status: { state: "needs-login" }, tools: 2 },
    ["everything: needs a login · 2 tools", "  app login-mcp-server everything"],
  ],
  [
    "gone",
    { status: { state: "waiting", reason: "Its process ended.", hint: "It is tried again by itself." } },
    ["everything: gone, tried again · 12 tools", "  Its process ended.", "  It is tried again by itself."],
  ],
  [
    "with a wrong entry",
    { problem: "GITHUB_TOKEN is not set.", tools: undefined },
    ["everything: wrong entry", "  GITHUB_TOKEN is not set."],
  ],
])("/mcp shows a server that is %s, in lines of less than 45 columns", async (_, facts, lines) => {
  const said = await say("/mcp", listing([{ ...ready, ...facts }]));

  expect(said).toEqual(lines);
  expect(Math.max(...said.map(({ length }) => length))).toBeLessThan(45);
});

test("/mcp says how to add a first server, and where there can be none", async () => {
  expect(await say("/mcp", listing([]))).toEqual([
    "There are no MCP servers. Add one:",
    "  app add-mcp-server",
  ]);
  const { mcp } = listing([]);
  expect(await say("/mcp", { mcp })).toEqual(["There are no MCP servers."]);
  expect(await say("/mcp", {})).toEqual(["There are no MCP servers here."]);
});

test("/reload-mcp reads the entries anew, shows what there is, and says that the prompt stays", async () => {
  const reloaded: string[] = [];
  const mcp: ControllerPorts["mcp"] = {
    list: async () => [],
    async reload(sessionId) {
      reloaded.push(sessionId);
      return [ready];
    },
  };

  const said = await say("/reload-mcp", { mcp });

  expect(reloaded).toHaveLength(1);
  expect(said).toEqual([
    "everything: ready · 12 tools",
    "New tools are found by tool_search;",
    "the prompt stays as it is.",
  ]);
});
