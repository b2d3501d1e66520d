import { createInterface } from "node:readline/promises";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";

// node --conditions=@hermes/source examples/approver.ts
const remove = defineTool({
  name: "remove",
  toolset: "demo",
  description: "Removes a note.",
  input: z.object({ note: z.string() }),
  execute: ({ note }) => ({ removed: note }),
});
const model = scripted([
  { calls: [{ name: "remove", arguments: { note: "shopping" } }] },
  { text: "Done.\n" },
]);

const terminal = createInterface({ input: process.stdin, output: process.stdout });
const agent = new Agent({
  model,
  tools: [remove],
  // Asked before each call of a tool that is not `readOnly`.
  approver: async ({ summary }, { signal }) =>
    (await terminal.question(`${summary} - may it run? [y/n] `, { signal })) === "y"
      ? { approved: true, scope: "once" }
      : { approved: false, reason: "The person said no." },
});

for await (const event of agent.run("Remove my shopping list.")) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  if (event.type === "tool-call-end") console.log(event.content);
}
terminal.close();
