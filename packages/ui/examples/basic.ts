import { Agent, scripted } from "@hermes/agent-loop";
import { toUIMessageStream } from "@hermes/ui";

const agent = new Agent({ model: scripted([{ text: "Good morning." }]) });

for await (const chunk of toUIMessageStream(agent.run("Hello!")))
  process.stdout.write(`${JSON.stringify(chunk)}\n`);
