// One reader in a process of its own: node stream-contestant.ts NAME URL COUNT
import type { IncomingMessage } from "node:http";
import { importPeer } from "@hermes/tooling/bench/peer";
import { anthropicMessages, type Model, openaiChat, openaiResponses } from "../src/index.ts";

const [name = "", url = "", countText = ""] = process.argv.slice(2);
const count = Number(countText);
const signal = new AbortController().signal;
const request = {
  system: "",
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "go" }] }],
} as const;

async function ours(model: Model): Promise<number> {
  let seen = 0;
  for await (const event of model.stream(request, { signal })) if (event.type === "text-delta") seen += 1;
  return seen;
}

/** The floor: find the events, parse each, hand out its text. */
async function byHand(path: string, textOf: (event: HandEvent) => string | undefined): Promise<number> {
  const body = JSON.stringify({
    model: "m",
    max_tokens: 1,
    stream: true,
    messages: [{ role: "user", content: "go" }],
  });
  const answer = await post(path, body);
  let seen = 0;
  let rest = "";
  for await (const chunk of answer.setEncoding("utf8")) {
    rest += String(chunk);
    let from = 0;
    for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n", from)) {
      const data = rest.slice(rest.indexOf("data: ", from) + 6, end);
      from = end + 2;
      if (data !== "[DONE]" && textOf(JSON.parse(data))) seen += 1;
    }
    rest = rest.slice(from);
  }
  return seen;
}

interface HandEvent {
  readonly choices?: readonly { readonly delta: { readonly content?: string } }[];
  readonly type?: string;
  readonly delta?: { readonly text?: string };
}

function post(path: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const http = process.getBuiltinModule("node:http");
    http.request(`${url}${path}`, { method: "POST", headers }, resolve).on("error", reject).end(body);
  });
}

/** Peers, used as their own documentation says. */
async function piAi(api: string, baseUrl: string): Promise<number> {
  const { stream } = await importPeer("pi", "@mariozechner/pi-ai");
  const model = {
    id: "m",
    name: "m",
    api,
    provider: "mock",
    baseUrl,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000_000_000,
    maxTokens: 1_000_000,
  };
  const context = { messages: [{ role: "user", content: "go", timestamp: 0 }] };
  let seen = 0;
  for await (const event of stream(model, context, { apiKey: "k" }))
    if (event.type === "text_delta") seen += 1;
  return seen;
}

async function aiSdk(): Promise<number> {
  const { streamText } = await importPeer("aisdk", "ai");
  const { createOpenAICompatible } = await importPeer("aisdk", "@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({ name: "mock", baseURL: `${url}/v1`, apiKey: "k" });
  let seen = 0;
  for await (const text of streamText({ model: provider("m"), prompt: "go" }).textStream) if (text) seen += 1;
  return seen;
}

const readers: Readonly<Record<string, () => Promise<number>>> = {
  chat: () => ours(openaiChat({ model: "m", baseUrl: `${url}/v1`, apiKey: "k" })),
  responses: () => ours(openaiResponses({ model: "m", baseUrl: `${url}/v1`, apiKey: "k" })),
  messages: () => ours(anthropicMessages({ model: "m", baseUrl: url, apiKey: "k" })),
  "chat by hand": () => byHand("/v1/chat/completions", (event) => event.choices?.[0]?.delta.content),
  "pi-ai chat": () => piAi("openai-completions", `${url}/v1`),
  "pi-ai messages": () => piAi("anthropic-messages", url),
  "ai-sdk chat": aiSdk,
  "messages by hand": () => byHand("/v1/messages", (event) => event.delta?.text),
};

const read = readers[name];
if (read === undefined) throw new Error(`No reader "${name}".`);
await read();
const startedAt = performance.now();
const cpu = process.cpuUsage();
const seen = await read();
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
if (seen !== count) throw new Error(`${name}: ${seen} of ${count} deltas arrived.`);
process.stdout.write(JSON.stringify({ perSecond: (count / ms) * 1000, cpuUs: (user + system) / count }));
process.exit(0);
