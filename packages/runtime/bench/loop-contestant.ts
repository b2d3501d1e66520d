// One contestant in one process: `loop-contestant.ts <name> <rounds> <server url>`. Prints one JSON line.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [name = "", roundsText = "", base = ""] = process.argv.slice(2);
const rounds = Number(roundsText);
const peers = process.env["HERMES_BENCH_PEERS"] ?? "";
const system = "You are a helpful assistant. Use the echo tool when asked.";
const question = "Call echo until done.";
const description = "Echo the text back";
const padding = "lorem ipsum ".repeat(Math.ceil(Number(process.env["RESULT_BYTES"] ?? 0) / 12));
const definition = {
  type: "function",
  function: {
    name: "echo",
    description,
    parameters: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    },
  },
};

type Loop = () => Promise<string>;
type Post = (onEvent: (event: ChatChunk) => void) => Promise<void>;
interface ChatChunk {
  readonly choices: readonly { readonly delta?: ChatDelta }[];
}
interface ChatDelta {
  readonly content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function: { readonly name?: string; readonly arguments?: string };
  }[];
}

let calls = 0;
const echo = (text: string): string => {
  calls += 1;
  return `echo: ${text}${padding}`;
};

const contestants: Readonly<Record<string, () => Promise<Loop>>> = {
  "raw-http": async () => handLoop(await import("node:http").then(keepAllMessages)),
  "raw-http-once": async () => handLoop(await import("node:http").then(keepBytes)),
  "raw-fetch": async () => handLoop(fetchMessages()),
  hermes: () => hermes(),
  "hermes-sqlite": async () => {
    const { openState } = await import("@hermes/state");
    const { mkdtemp } = await import("node:fs/promises");
    const { tmpdir } = await import("node:os");
    const state = await openState({ path: join(await mkdtemp(join(tmpdir(), "hermes-bench-")), "bench.db") });
    return hermes(state.journal);
  },
  pi: piAgentCore,
  "ai-sdk": aiSdk,
};

const make = contestants[name];
if (!make) throw new Error(`No contestant named "${name}".`);
const loop = await make();
await reset(10);
await loop(); // Warm-up: compiler, keep-alive connection, lazy imports.
await reset(rounds);
calls = 0;
globalThis.gc?.();
const before = process.cpuUsage();
const answer = await loop();
const used = process.cpuUsage(before);
if (calls !== rounds || answer === "")
  throw new Error(`${name}: ${calls} calls, answer ${JSON.stringify(answer)}`);
process.stdout.write(
  `${JSON.stringify({
    cpuMsPerRound: (used.user + used.system) / 1000 / rounds,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  })}\n`,
);
process.exit(0);

async function reset(count: number): Promise<void> {
  await (await fetch(`${base}/__reset`, { method: "POST", body: JSON.stringify({ rounds: count }) })).text();
}

// ——— ours

async function hermes(journal?: import("@hermes/agent-loop").SessionJournal): Promise<Loop> {
  const { Agent } = await import("@hermes/agent-loop");
  const { openaiChat } = await import("@hermes/models");
  const { defineTool } = await import("@hermes/registry");
  const { z } = await import("zod");
  const tool = defineTool({
    name: "echo",
    toolset: "bench",
    description,
    input: z.object({ text: z.string() }),
    execute: async ({ text }) => echo(text),
  });
  const model = openaiChat({
    model: "mock",
    apiKey: "x",
    baseUrl: `${base}/v1`,
    contextWindow: 1_000_000_000,
  });
  return async () => {
    const agent = new Agent({
      model,
      tools: [tool],
      prompt: system,
      maxRounds: 1_000_000,
      ...(journal ? { journal } : {}),
    });
    return agent.chat(question);
  };
}

// ——— floors: a loop by hand over three ways to post

interface Transcript {
  add(message: unknown): void;
  readonly post: Post;
}

function handLoop(start: () => Transcript): Loop {
  return async () => {
    const transcript = start();
    transcript.add({ role: "system", content: system });
    transcript.add({ role: "user", content: question });
    for (;;) {
      let content = "";
      const made: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
      await transcript.post((event) => {
        const delta = event.choices[0]?.delta;
        if (delta?.content) content += delta.content;
        for (const part of delta?.tool_calls ?? []) {
          const call = (made[part.index] ??= {
            id: part.id ?? "",
            type: "function",
            function: { name: "", arguments: "" },
          });
          call.function.name += part.function.name ?? "";
          call.function.arguments += part.function.arguments ?? "";
        }
      });
      transcript.add({
        role: "assistant",
        content: content || null,
        ...(made.length > 0 ? { tool_calls: made } : {}),
      });
      if (made.length === 0) return content;
      for (const call of made) {
        const { text }: { text: string } = JSON.parse(call.function.arguments);
        transcript.add({ role: "tool", tool_call_id: call.id, content: echo(text) });
      }
    }
  };
}

function bodyOf(messages: readonly unknown[]): string {
  return JSON.stringify({
    model: "mock",
    stream: true,
    stream_options: { include_usage: true },
    messages,
    tools: [definition],
  });
}

function keepAllMessages(http: typeof import("node:http")): () => Transcript {
  const send = sender(http);
  return () => {
    const messages: unknown[] = [];
    return {
      add: (message) => messages.push(message),
      post: (onEvent) => {
        const body = Buffer.from(bodyOf(messages));
        return send([body], body.length, onEvent);
      },
    };
  };
}

function keepBytes(http: typeof import("node:http")): () => Transcript {
  const send = sender(http);
  const head = Buffer.from(
    `{"model":"mock","stream":true,"stream_options":{"include_usage":true},"tools":${JSON.stringify([definition])},"messages":[`,
  );
  const tail = Buffer.from("]}");
  return () => {
    let parts = [head];
    let length = head.length + tail.length;
    let first = true;
    return {
      add: (message) => {
        const bytes = Buffer.from((first ? "" : ",") + JSON.stringify(message));
        first = false;
        parts.push(bytes);
        length += bytes.length;
        if (parts.length > 64) parts = [Buffer.concat(parts)];
      },
      post: (onEvent) => send([...parts, tail], length, onEvent),
    };
  };
}

function sender(http: typeof import("node:http")) {
  const agent = new http.Agent({ keepAlive: true });
  const url = new URL(`${base}/v1/chat/completions`);
  return (parts: readonly Buffer[], length: number, onEvent: (event: ChatChunk) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = http.request(
        url,
        {
          agent,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "content-length": length,
            authorization: "Bearer x",
          },
        },
        (response) => {
          const feed = eventReader(onEvent);
          response.setEncoding("utf8").on("data", feed);
          response.on("end", resolve);
        },
      );
      request.on("error", reject);
      request.cork();
      for (const part of parts) request.write(part);
      request.end();
      process.nextTick(() => request.uncork());
    });
}

function fetchMessages(): () => Transcript {
  return () => {
    const messages: unknown[] = [];
    return {
      add: (message) => messages.push(message),
      post: async (onEvent) => {
        const response = await fetch(`${base}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bearer x" },
          body: bodyOf(messages),
        });
        const decoder = new TextDecoder();
        const feed = eventReader(onEvent);
        for await (const chunk of response.body ?? []) feed(decoder.decode(chunk, { stream: true }));
      },
    };
  };
}

function eventReader(onEvent: (event: ChatChunk) => void): (text: string) => void {
  let buffer = "";
  return (text) => {
    buffer += text;
    let start = 0;
    for (let end = buffer.indexOf("\n\n", start); end >= 0; end = buffer.indexOf("\n\n", start)) {
      const data = buffer.slice(start + 6, end);
      start = end + 2;
      if (data !== "[DONE]") onEvent(JSON.parse(data));
    }
    buffer = buffer.slice(start);
  };
}

// ——— peers, as their own documentation starts them

// oxlint-disable-next-line typescript/no-explicit-any -- peers are installed for the measurement only, without types here
async function fromPeer(family: string, specifier: string): Promise<any> {
  const { createRequire, findPackageJSON } = await import("node:module");
  const from = pathToFileURL(join(peers, family, "index.js"));
  const manifest = findPackageJSON(specifier, from);
  if (!manifest) throw new Error(`${specifier} is not installed in ${family}.`);
  const { exports: map, main } = createRequire(from)(manifest);
  const entry = map?.["."] ?? map ?? main;
  const file = typeof entry === "string" ? entry : (entry.import?.default ?? entry.import ?? entry.default);
  return import(pathToFileURL(join(manifest, "..", file)).href);
}

async function piAgentCore(): Promise<Loop> {
  const { Agent } = await fromPeer("pi", "@mariozechner/pi-agent-core");
  const { Type } = await fromPeer("pi", "@mariozechner/pi-ai");
  const model = {
    id: "mock",
    name: "mock",
    api: "openai-completions",
    provider: "mock",
    baseUrl: `${base}/v1`,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000_000,
    maxTokens: 4096,
  };
  return async () => {
    const agent = new Agent({
      initialState: {
        systemPrompt: system,
        model,
        tools: [
          {
            name: "echo",
            label: "echo",
            description,
            parameters: Type.Object({ text: Type.String() }),
            execute: async (_id: string, { text }: { text: string }) => ({
              content: [{ type: "text", text: echo(text) }],
              details: {},
            }),
          },
        ],
      },
      getApiKey: () => "x",
    });
    await agent.prompt(question);
    return agent.state.messages
      .at(-1)
      .content.map((part: { text?: string }) => part.text ?? "")
      .join("");
  };
}

async function aiSdk(): Promise<Loop> {
  const { streamText, tool, isStepCount, stepCountIs } = await fromPeer("aisdk", "ai");
  const { createOpenAICompatible } = await fromPeer("aisdk", "@ai-sdk/openai-compatible");
  const { z } = await fromPeer("aisdk", "zod");
  const provider = createOpenAICompatible({ name: "mock", baseURL: `${base}/v1`, apiKey: "x" });
  return async () => {
    const result = streamText({
      model: provider("mock"),
      instructions: system,
      prompt: question,
      stopWhen: (isStepCount ?? stepCountIs)(1_000_000),
      tools: {
        echo: tool({
          description,
          inputSchema: z.object({ text: z.string() }),
          execute: async ({ text }: { text: string }) => echo(text),
        }),
      },
    });
    let text = "";
    for await (const delta of result.textStream) text += delta;
    return text;
  };
}
