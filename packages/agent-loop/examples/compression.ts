// compression.ts: a window that is far too small for what is said, without a network.
// Run it with `node --conditions=@hermes/source examples/compression.ts`.
import { Agent, scripted } from "@hermes/agent-loop";
import { createCompressor } from "@hermes/agent-loop/compression";

// Answers at length; asked for an account of what was condensed, gives one.
const model = scripted(
  ({ system }) =>
    system.startsWith("You write the account")
      ? { text: "They compared rivers." }
      : { text: "The Danube is 2,850 km long. ".repeat(80) },
  { contextWindow: 3_000 },
);
const agent = new Agent({ model, prompt: "Be exact.", compressor: createCompressor() });

const questions = [
  "How long is the Danube?",
  "And the Rhine?",
  "The Elbe?",
  "The Oder?",
  "Which is longest?",
];
for (const words of questions)
  for await (const event of agent.run(words))
    if (event.type === "compression")
      console.log(`From ${event.tokens.before} to ${event.tokens.after} tokens.`);

const all = JSON.stringify(agent.messages);
console.log(`${questions.filter((words) => all.includes(words)).length} of 5 questions are there.`);
