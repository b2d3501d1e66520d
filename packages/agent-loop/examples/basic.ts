import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";

const weather = defineTool({
  name: "weather",
  toolset: "demo",
  description: "The weather of a city.",
  input: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: "clear", degrees: 21 }),
});

// A model that follows a script, so that this runs offline; examples/openai.ts has a real one.
const model = scripted([
  { text: "Let me look. ", calls: [{ name: "weather", arguments: { city: "Lisbon" } }] },
  { text: "Clear sky over Lisbon, 21 degrees." },
]);

for await (const event of new Agent({ model, tools: [weather] }).run("How is the weather in Lisbon?")) {
  if (event.type === "text-delta") process.stdout.write(event.text);
}
