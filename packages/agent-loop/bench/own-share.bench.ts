// What the loop itself costs, with a model in the same process: `bench/loop.bench.ts` of runtime has the whole way over HTTP.
import { report } from "@hermes/tooling/bench";
import { z } from "zod";
import { Agent, defineTool } from "../src/index.ts";
import type { Model, ModelEvent } from "../src/index.ts";

const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

function model(stream: Model["stream"]): Model {
  return { id: "synthetic", provider: "bench", contextWindow: 1_000_000, stream };
}

function streaming(count: number): Model {
  return model(async function* (): AsyncGenerator<ModelEvent> {
    for (let index = 0; index < count; index++) yield { type: "text-delta", text: "word " };
    const content = [{ type: "text", text: "words" } as const];
    yield { type: "finish", message: { role: "assistant", content }, finishReason: "stop", usage };
  });
}

function calling(rounds: number): Model {
  let round = 0;
  return model(async function* (): AsyncGenerator<ModelEvent> {
    const id = `call_${++round}`;
    const last = round > rounds;
    const call = { type: "tool-call", id, name: "echo", arguments: `{"text":"${round}"}` } as const;
    yield {
      type: "finish",
      message: { role: "assistant", content: last ? [{ type: "text", text: "done" }] : [call] },
      finishReason: last ? "stop" : "tool-calls",
      usage,
    };
  });
}

async function deltasPerSecond(count: number): Promise<number> {
  const agent = new Agent({ model: streaming(count) });
  const startedAt = performance.now();
  let seen = 0;
  for await (const event of agent.run("go")) if (event.type === "text-delta") seen += 1;
  if (seen !== count) throw new Error(`${seen} of ${count} deltas arrived.`);
  return (count / (performance.now() - startedAt)) * 1_000;
}

/** The cheapest reader there is: what the synthetic model costs by itself. */
async function bareDeltasPerSecond(count: number): Promise<number> {
  const request = { system: "", tools: [], messages: [] };
  const startedAt = performance.now();
  let seen = 0;
  const { signal } = new AbortController();
  for await (const event of streaming(count).stream(request, { signal }))
    if (event.type === "text-delta") seen += 1;
  return (seen / (performance.now() - startedAt)) * 1_000;
}

async function cpuMsPerRound(rounds: number, resultChars: number): Promise<number> {
  const padding = "x".repeat(resultChars);
  const echo = defineTool({
    name: "echo",
    toolset: "bench",
    description: "Echo.",
    input: z.object({ text: z.string() }),
    execute: async ({ text }) => ({ text, padding }),
  });
  const agent = new Agent({ model: calling(rounds), tools: [echo], maxRounds: rounds + 1 });
  const before = process.cpuUsage();
  await agent.chat("go");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / rounds;
}

await deltasPerSecond(200_000);
await bareDeltasPerSecond(200_000);
await cpuMsPerRound(500, 0);

report({
  figure: "text deltas to the reader of the events, model in process",
  unit: "deltas/s",
  value: await deltasPerSecond(1_000_000),
  better: "higher",
  goal: 600_000,
  floor: { name: "the model alone", value: await bareDeltasPerSecond(1_000_000) },
});
report({
  figure: "loop alone, 100 tiny rounds",
  unit: "CPU ms/round",
  value: await cpuMsPerRound(100, 0),
  better: "lower",
  goal: 0.1,
});
report({
  figure: "loop alone, 400 rounds of 4 kB",
  unit: "CPU ms/round",
  value: await cpuMsPerRound(400, 4_096),
  better: "lower",
  goal: 0.1,
});
