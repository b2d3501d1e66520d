// Asks one model once and ends by itself: node ask-once.ts chat|messages URL
import { anthropicMessages, openaiChat } from "../../src/index.ts";

const [protocol, baseUrl = ""] = process.argv.slice(2);
const options = { model: "m", baseUrl, apiKey: "own-key" };
const model = protocol === "messages" ? anthropicMessages(options) : openaiChat(options);
const messages = [{ role: "user", content: [{ type: "text", text: "hi" }] }] as const;

for await (const _ of model.stream(
  { system: "", tools: [], messages },
  { signal: new AbortController().signal },
));
