// Steps under the program's control: which model and which tools the next request has, and when the turn ends.
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";

const search = defineTool({
  name: "search",
  description: "Searches the shop.",
  input: z.object({ words: z.string() }),
  readOnly: true,
  execute: async ({ words }) => [{ id: 7, name: `${words}, blue` }],
});
const order = defineTool({
  name: "order",
  description: "Orders a product.",
  // A JSON Schema does as well as a zod object.
  input: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
  execute: async ({ id }) => ({ ordered: id }),
});

// Models that follow scripts, so that this runs offline.
const small = scripted([{ calls: [{ name: "search", arguments: { words: "cup" } }] }], { id: "small" });
const large = scripted([{ calls: [{ name: "order", arguments: { id: "7" } }] }], { id: "large" });

const agent = new Agent({
  model: small,
  tools: [search, order],
  prepareStep: ({ round }) =>
    round === 1 ? { tools: ["search"], toolChoice: "required" } : { model: large, temperature: 0 },
  stopWhen: ({ calls }) => calls.some(({ name }) => name === "order"),
});

for await (const event of agent.run("Order a cup")) {
  // The name of the tool tells the type of its result.
  if (event.type === "tool-call-end" && event.name === "search") console.log(event.output?.[0]?.name);
  if (event.type === "tool-call-end" && event.name === "order") console.log(event.output?.ordered);
  if (event.type === "turn-end") console.log(event.reason, event.rounds);
}
