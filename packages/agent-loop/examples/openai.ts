import { parseArgs } from "node:util";
import { Agent, openaiChat } from "@hermes/agent-loop";

// node --conditions=@hermes/source examples/openai.ts --model qwen3 --base-url http://127.0.0.1:11434/v1 "Why is the sky blue?"
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: "string", default: "qwen3" },
    "base-url": { type: "string", default: "http://127.0.0.1:11434/v1" },
    key: { type: "string", default: "none" },
  },
});

const model = openaiChat({ model: values.model, baseUrl: values["base-url"], apiKey: values.key });
const controller = new AbortController();
process.once("SIGINT", () => controller.abort());

for await (const event of new Agent({ model }).run(positionals.join(" "), { signal: controller.signal })) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  if (event.type === "turn-end" && event.error !== undefined)
    process.stderr.write(`${event.error.message}\n`);
}
