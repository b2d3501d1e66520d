// One contestant in one process: `loop-contestant.ts <name> <rounds> <server url>`. Prints one JSON line.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionJournal } from "@hermes/agent-loop";
import { fetchMessages, handLoop, keepAllMessages, keepBytes } from "./loop-floors.ts";
import { aiSdk, piAgentCore } from "./loop-peers.ts";
import { description, echo, question, system, takeCalls } from "./loop-task.ts";
import type { Loop } from "./loop-task.ts";

const [name = "", roundsText = "", base = ""] = process.argv.slice(2);
const rounds = Number(roundsText);

const contestants: Readonly<Record<string, () => Promise<Loop>>> = {
  "raw-http": async () => handLoop(await keepAllMessages(base)),
  "raw-http-once": async () => handLoop(await keepBytes(base)),
  "raw-fetch": async () => handLoop(fetchMessages(base)),
  hermes: () => hermes(),
  "hermes-sqlite": async () => {
    const { openState } = await import("@hermes/state");
    const folder = await mkdtemp(join(tmpdir(), "hermes-bench-"));
    return hermes(openState({ path: join(folder, "bench.db") }).journal);
  },
  pi: () => piAgentCore(base),
  "ai-sdk": () => aiSdk(base),
};

const make = contestants[name];
if (!make) throw new Error(`No contestant named "${name}".`);
const loop = await make();
await reset(10);
await loop(); // Warm-up: compiler, keep-alive connection, lazy imports.
await reset(rounds);
takeCalls();
globalThis.gc?.();
const before = process.cpuUsage();
const answer = await loop();
const used = process.cpuUsage(before);
const calls = takeCalls();
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
  const response = await fetch(`${base}/__reset`, {
    method: "POST",
    body: JSON.stringify({ rounds: count }),
  });
  await response.text();
}

async function hermes(journal?: SessionJournal): Promise<Loop> {
  const { Agent, defineTool, openaiChat, z } = await import("@hermes/agent-loop");
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
    const agent = new Agent({ model, tools: [tool], prompt: system, maxRounds: 1_000_000, journal });
    return agent.chat(question);
  };
}
