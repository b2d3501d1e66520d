import { scripted } from "@hermes/models";
import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { expect, test } from "vitest";
import * as z from "zod";
import { SessionController } from "../../src/controller/index.ts";
import { Agent } from "../../src/index.ts";

/** What the model was asked, and what the command said, in a session with a tool of this toolset. */
async function type(line: string, toolset: string) {
  const tool: Tool = defineTool({
    name: "some_tool",
    toolset,
    description: "A tool.",
    input: z.object({}),
    execute: async () => ({}),
  });
  const model = scripted([{ text: "Done." }]);
  const agent = new Agent({ model, tools: [tool] });
  await using controller = new SessionController({
    openSession: async () => ({
      id: agent.sessionId,
      agent,
      resumed: false,
      [Symbol.asyncDispose]: async () => await agent.close(),
    }),
  });
  await controller.open();
  const lines: string[] = [];
  for await (const event of controller.run(line))
    if (event.type === "command-reply") lines.push(...(event.reply.lines ?? []));
  return { asked: model.requests.map(({ messages }) => JSON.stringify(messages.at(-1))), lines };
}

test("/init asks for AGENTS.md with the words of the person", async () => {
  const { asked, lines } = await type("/init only the docs", "file");

  expect(lines).toEqual([]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("/init only the docs");
  expect(asked[0]).toContain("What a person wrote stays");
});

test("where the agent has no tool that writes files, /init says so and asks nothing", async () => {
  const { asked, lines } = await type("/init", "web");

  expect(lines).toEqual(["The agent can't write files here, so that it can't write AGENTS.md either."]);
  expect(asked).toEqual([]);
});
