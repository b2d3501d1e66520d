// What a part of your own does at the steps of a session: it refuses, it changes, it watches.
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import type { AgentHooks } from "@hermes/agent-loop";

const remove = defineTool({
  name: "remove",
  toolset: "demo",
  description: "Removes a file.",
  input: z.object({ path: z.string() }),
  execute: async ({ path }) => ({ removed: path }),
});

const policy: AgentHooks = {
  name: "policy",
  prompt: (system) => `${system}\n\nToday nothing is removed.`,
  beforeToolCall: ({ tool }) => (tool.name === "remove" ? { block: "Nothing is removed today." } : undefined),
  messageOut: ({ reason, rounds }) => console.log(`\n${reason} after ${rounds} requests`),
};

const model = scripted([
  { calls: [{ name: "remove", arguments: { path: "a.txt" } }] },
  { text: "It stays." },
]);
for await (const event of new Agent({ model, tools: [remove], hooks: [policy] }).run("Remove a.txt")) {
  if (event.type === "tool-call-end") console.log(event.content);
  if (event.type === "text-delta") process.stdout.write(event.text);
}
