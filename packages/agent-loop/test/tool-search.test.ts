import { ToolRegistry, allowAll, defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import {
  validateChatRequest,
  validateGeminiRequest,
  validateMessagesRequest,
  validateResponsesRequest,
  startScriptedServer,
} from "@hermes/models/testing";
import { anthropicMessages, gemini, openaiChat, openaiResponses, scripted } from "@hermes/models";
import { z } from "zod";
import { expect, test } from "vitest";
import { Agent, memoryApprovals } from "../src/index.ts";
import type { AgentOptions } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, lastRequest, parsed, script, spyJournal, toolMessages } from "./support.ts";

/** A tool that waits, and keeps what it was called with. */
function rareTool(
  name: string,
  description: string,
  options: Partial<Tool> = {},
): Tool & { calls: unknown[] } {
  const calls: unknown[] = [];
  const tool = defineTool({
    name,
    toolset: "office",
    description,
    rare: true,
    input: z.object({ to: z.string() }),
    execute: (input) => ({ done: calls.push(input) }),
  });
  return { ...tool, ...options, calls };
}

const letter = (): ReturnType<typeof rareTool> => rareTool("send_letter", "Sends a letter by post.");
const fax = (): ReturnType<typeof rareTool> => rareTool("send_fax", "Sends a page over the telephone.");

const toolNames = (tools: readonly { readonly name: string }[]): readonly string[] =>
  tools.map(({ name }) => name);

const tellsAll = (): AgentOptions["tools"] => [echoTool(), letter(), fax()];

test("a rare tool is in no request: a search and a call for it are, and nothing where nothing waits", async () => {
  const model = script([{ text: "ok" }]);
  const plain = script([{ text: "ok" }]);

  await new Agent({ model, tools: tellsAll() }).chat("go");
  await new Agent({ model: plain, tools: [echoTool()] }).chat("go");

  const { tools } = lastRequest(model);
  expect(toolNames(tools)).toEqual(["echo", "tool_search", "tool_call"]);
  expect(tools[1]?.description).toContain(": send_fax, send_letter.");
  expect(toolNames(lastRequest(plain).tools)).toEqual(["echo"]);
});

test("a search shows the best tools in full, and what it shows can be called", async () => {
  const post = letter();
  const model = script([
    { calls: [{ name: "tool_search", arguments: { query: "post a letter" } }] },
    { calls: [{ name: "tool_call", arguments: { name: "send_letter", arguments: { to: "Ada" } } }] },
    { text: "ok" },
  ]);
  const agent = new Agent({ model, tools: [echoTool(), fax(), post] });

  await agent.chat("go");

  const [found, called] = toolMessages(agent.messages);
  expect(parsed(found)).toHaveProperty("tools.0", {
    name: "send_letter",
    description: "Sends a letter by post.",
    parameters: letter().parameters(),
  });
  expect(parsed(called)).toEqual({ done: 1 });
  expect(post.calls).toEqual([{ to: "Ada" }]);
});

test("a search that finds nothing says what there is", async () => {
  const model = script([{ calls: [{ name: "tool_search", arguments: { query: "zzz" } }] }, { text: "ok" }]);
  const agent = new Agent({ model, tools: tellsAll() });

  await agent.chat("go");

  expect(parsed(toolMessages(agent.messages)[0])).toMatchObject({
    tools: [],
    more: ["send_fax: Sends a page over the telephone.", "send_letter: Sends a letter by post."],
  });
});

test.each([
  ["by its own name", { name: "send_letter", arguments: { to: "Ada" } }],
  ["in another spelling", { name: "functions.sendLetter", arguments: { to: "Ada" } }],
  [
    "with arguments as text",
    { name: "tool_call", arguments: { name: "send_letter", arguments: '{"to":"Ada"}' } },
  ],
  [
    "within itself",
    {
      name: "tool_call",
      arguments: { name: "tool_call", arguments: { name: "sendLetter", arguments: { to: "Ada" } } },
    },
  ],
])("a waiting tool that is called %s runs", async (_how, call) => {
  const post = letter();
  const model = script([{ calls: [call] }, { text: "ok" }]);

  await new Agent({ model, tools: [echoTool(), post] }).chat("go");

  expect(post.calls).toEqual([{ to: "Ada" }]);
});

test("everything beside the history sees the real tool, and the history what the model wrote", async () => {
  const journal = spyJournal();
  const asked: string[] = [];
  const seen: string[] = [];
  const model = script([
    {
      calls: [{ id: "c1", name: "tool_call", arguments: { name: "send_letter", arguments: { to: "Ada" } } }],
    },
    { text: "ok" },
  ]);
  const agent = new Agent({
    ...{ model, journal, tools: [echoTool(), letter()] },
    hooks: [{ name: "watch", beforeToolCall: ({ tool }) => void seen.push(tool.name) }],
    approver: async ({ tool, summary }) => {
      asked.push(`${tool}: ${summary}`);
      return { approved: true, scope: "once" };
    },
  });

  const events = await collect(agent.run("go"));

  expect(asked).toEqual(['send_letter: send_letter {"to":"Ada"}']);
  expect(seen).toEqual(["send_letter"]);
  expect(events).toContainEqual(expect.objectContaining({ type: "tool-call-start", name: "send_letter" }));
  expect(journal.entries).toContainEqual(
    expect.objectContaining({ type: "tool-start", name: "send_letter", arguments: '{"to":"Ada"}' }),
  );
  expect(agent.messages[1]).toMatchObject({ content: [{ type: "tool-call", id: "c1", name: "tool_call" }] });
});

test("a call that waits for an approval runs later, whatever name the model gave it", async () => {
  const post = letter();
  const approvals = memoryApprovals();
  const model = script([
    { calls: [{ id: "c1", name: "tool_call", arguments: { name: "sendLetter", arguments: { to: "Ada" } } }] },
    { text: "ok" },
  ]);
  const agent = new Agent({
    ...{ model, approvals, tools: [echoTool(), post] },
    approver: async () => ({ pending: true }),
  });
  await agent.chat("go");
  const [approval] = await approvals.list();
  await approvals.answer(approval?.id ?? "", {
    answer: { approved: true, scope: "once" },
    actor: "me",
    at: Date.now(),
  });

  await collect(agent.continue());

  expect(post.calls).toEqual([{ to: "Ada" }]);
});

test("a name that nothing has is answered with the nearest, and broken arguments with what is wrong", async () => {
  const model = script([
    {
      calls: [
        { name: "tool_call", arguments: { name: "send_leter", arguments: {} } },
        { name: "tool_call", arguments: { tool: "send_letter" } },
        { name: "tool_search", arguments: {} },
      ],
    },
    { text: "ok" },
  ]);
  const agent = new Agent({ model, tools: tellsAll() });

  await agent.chat("go");

  const [unknown, malformed, blank] = toolMessages(agent.messages);
  expect(unknown).toMatchObject({
    isError: true,
    content: expect.stringContaining('Did you mean \\"send_letter\\"?'),
  });
  expect(malformed).toMatchObject({ isError: true, content: expect.stringContaining("name") });
  expect(blank).toMatchObject({ isError: true, content: expect.stringContaining("query") });
});

test("what is switched off can't be found, named or called", async () => {
  const post = { ...letter(), toolset: "secret" };
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(echoTool(), fax(), post);
  const model = script([
    {
      calls: [
        { name: "tool_search", arguments: { query: "send_letter" } },
        { name: "tool_call", arguments: { name: "send_letter", arguments: { to: "Ada" } } },
        { name: "send_letter", arguments: { to: "Bob" } },
        { name: "tool_call", arguments: { name: "none_such" } },
      ],
    },
    { text: "ok" },
  ]);
  const agent = new Agent({ model, tools: registry, toolsets: { disabled: ["secret"] } });

  await agent.chat("go");

  expect(post.calls).toEqual([]);
  const [search, ...others] = toolMessages(agent.messages);
  expect(search?.content).not.toContain("by post");
  expect(others.every(({ isError }) => isError)).toBe(true);
  expect(others[2]?.content).not.toContain("send_letter");
});

test("a resumed session keeps its definitions, and finds what came meanwhile and not what went", async () => {
  const journal = spyJournal();
  const open = (tools: AgentOptions["tools"], model = script([{ text: "ok" }])): Agent =>
    new Agent({ model, tools, journal, sessionId: "s1" });
  await open([echoTool(), letter()]).chat("go");
  const model = script([
    {
      calls: [
        { name: "tool_search", arguments: { query: "send" } },
        { name: "tool_call", arguments: { name: "send_letter", arguments: { to: "Ada" } } },
        { name: "tool_call", arguments: { name: "send_fax", arguments: { to: "Ada" } } },
      ],
    },
    { text: "ok" },
  ]);
  const page = fax();

  const agent = open([echoTool(), page], model);
  await agent.chat("again");

  expect(toolNames(lastRequest(model).tools)).toEqual(["echo", "tool_search", "tool_call"]);
  const [found, gone] = toolMessages(agent.messages);
  expect(parsed(found)).toMatchObject({ tools: [{ name: "send_fax" }] });
  expect(gone?.isError).toBe(true);
  expect(page.calls).toEqual([{ to: "Ada" }]);
});

test("definitions that find no room wait, what was registered last first, and the same each time", async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...rareTool(`far_${index}`, "Far away. ".repeat(20)),
    rare: false,
  }));
  const requests = await Promise.all(
    [0, 1].map(async () => {
      const model = scripted([{ text: "ok" }]);
      await new Agent({ model, tools: [echoTool(), ...many], maxToolTokens: 500 }).chat("go");
      return lastRequest(model);
    }),
  );

  const tools = requests[0]?.tools ?? [];
  expect(JSON.stringify(tools)).toBe(JSON.stringify(requests[1]?.tools));
  expect(toolNames(tools)).toContain("echo");
  expect(JSON.stringify(tools).length).toBeLessThan(3_500);
  expect(toolNames(tools)).toContain("far_0");
  expect(toolNames(tools)).not.toContain("far_199");
});

test("the descriptions that a server gives make a search, and not the session, untrusted", async () => {
  const source = { source: "mcp", name: "post" } as const;
  const model = script([
    { calls: [{ name: "tool_search", arguments: { query: "letter" } }] },
    { text: "ok" },
  ]);
  const agent = new Agent({
    model,
    tools: [echoTool(), rareTool("send_letter", "Posts.", { provenance: source })],
  });

  await agent.chat("go");

  expect(agent.head?.provenance).toBeUndefined();
  expect(agent.head?.tools[1]?.description).toContain("office (1)");
  expect(toolMessages(agent.messages)[0]?.provenance).toEqual([
    { source: "mcp", name: "post (descriptions)" },
  ]);
});

test.each([
  ["chat", openaiChat, validateChatRequest, "some-model"],
  ["chat, Gemini's schemas", openaiChat, validateChatRequest, "gemini-2.5-pro"],
  ["responses", openaiResponses, validateResponsesRequest, "some-model"],
  ["messages", anthropicMessages, validateMessagesRequest, "some-model"],
  ["gemini", gemini, validateGeminiRequest, "gemini-2.5-pro"],
] as const)("a tool is found and called over %s", async (_protocol, modelAt, validate, name) => {
  const post = letter();
  await using server = await startScriptedServer({
    script: [
      { calls: [{ name: "tool_search", arguments: { query: "letter" } }] },
      { calls: [{ name: "tool_call", arguments: { name: "send_letter", arguments: { to: "Ada" } } }] },
      { text: "Sent." },
    ],
  });
  const model = modelAt({ model: name, apiKey: "k", baseUrl: server.openaiUrl });
  const agent = new Agent({ model, tools: [echoTool(), post] });

  expect(await agent.chat("go")).toBe("Sent.");

  expect(post.calls).toEqual([{ to: "Ada" }]);
  expect(server.requests.flatMap(({ body }) => validate(body))).toEqual([]);
});
