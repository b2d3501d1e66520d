import { type Message, type ModelRequest, scripted } from "@hermes/models";

// Without a network. For a real one: openaiChat({ model: "gpt-5.2", apiKey }), anthropicMessages({ … }), or
// openaiChat({ model: "qwen3", baseUrl: "http://127.0.0.1:11434/v1" }).
const model = scripted([
  { calls: [{ name: "get_time", arguments: { city: "Oslo" } }] },
  { text: "In Oslo it is a quarter past nine." },
]);

const tools: ModelRequest["tools"] = [
  {
    name: "get_time",
    description: "The time in a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
];
const messages: Message[] = [{ role: "user", content: [{ type: "text", text: "What time is it in Oslo?" }] }];
const { signal } = new AbortController();

for (let asking = true; asking;) {
  asking = false;
  for await (const event of model.stream(
    { system: "Answer in one sentence.", tools, messages },
    { signal },
  )) {
    if (event.type === "text-delta") process.stdout.write(event.text);
    if (event.type !== "finish") continue;
    messages.push(event.message);
    for (const part of event.message.content) {
      if (part.type !== "tool-call") continue;
      messages.push({ role: "tool", callId: part.id, name: part.name, content: '{"time":"09:15"}' });
      asking = true;
    }
  }
}
process.stdout.write("\n");
