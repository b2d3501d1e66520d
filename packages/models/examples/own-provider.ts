import { startScriptedServer } from "@hermes/models/testing";
import { plainTalk, plainTalkProtocol } from "./plain-talk.ts";

// node --conditions=@hermes/source examples/own-provider.ts
const server = await startScriptedServer({
  protocols: [plainTalkProtocol],
  // Tried again after a moment: retries are the model's own.
  script: [{ status: 503, headers: { "retry-after": "0" } }, { text: "A kitten on the mat." }],
});
const model = plainTalk({ model: "m", apiKey: "k", baseUrl: server.url });

const messages = [{ role: "user", content: [{ type: "text", text: "Who is on the mat?" }] }] as const;
const { signal } = new AbortController();
for await (const event of model.stream({ system: "", tools: [], messages }, { signal }))
  if (event.type === "text-delta") process.stdout.write(event.text);
process.stdout.write("\n");
await server.close();
