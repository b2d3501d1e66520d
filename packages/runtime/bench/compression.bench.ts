// What shortening a conversation costs: 200 000 tokens without a model, from the command to the commit in SQLite; and the CPU
// of a conversation of 400 turns that is shortened four times, beside a loop by hand that is not.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Agent, defineTool, z } from "@hermes/agent-loop";
import { createCompressor } from "@hermes/agent-loop/compression";
import { estimateMessageTokens, scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { openState } from "@hermes/state";
import { bundle, median, report, runProcess, startMockServer, waitQuiet } from "@hermes/tooling/bench";

const tokens = 200_000;
const runs = process.env["HERMES_BENCH_FULL"] ? 9 : 5;

const history = historyOf(tokens);
const times: number[] = [];
for (let run = 0; run < runs + 2; run++) times.push(await compress(history));
report({
  figure: "compression without a model, 200 000 tokens, with its commit",
  unit: "ms",
  value: median(times.slice(2)),
  better: "lower",
  goal: 150,
});

const contestant = await bundle(fileURLToPath(new URL("compression-contestant.ts", import.meta.url)));
// By turns: what else the machine does reaches both.
const [ours, floor] = await cpuOf("hermes", "raw-http-once");
report({
  figure: "400 turns of 4 kB through 4 compressions, with SQLite",
  unit: "× CPU of the floor",
  value: ours / floor,
  better: "lower",
  goal: 1.9,
  floor: { name: "raw http, each message serialised once (CPU ms/round)", value: floor },
  others: [{ name: "hermes (CPU ms/round)", value: ours }],
});

/** Turns of a question, two calls with results, and an answer. */
function historyOf(most: number): readonly Message[] {
  const messages: Message[] = [];
  let size = 0;
  const add = (message: Message): void => {
    messages.push(message);
    size += estimateMessageTokens(message);
  };
  for (let turn = 0; size < most; turn++) {
    add({ role: "user", content: [{ type: "text", text: `Question ${turn}: ${"why so ".repeat(20)}` }] });
    const calls = [0, 1].map(
      (index) =>
        ({
          type: "tool-call",
          id: `c${turn}-${index}`,
          name: "read",
          arguments: JSON.stringify({ path: `src/file-${(turn * 2 + index) % 150}.ts` }),
        }) as const,
    );
    add({ role: "assistant", content: calls });
    for (const { id } of calls)
      add({
        role: "tool",
        callId: id,
        name: "read",
        content: JSON.stringify({ content: `${turn} line of code; `.repeat(230) }),
      });
    add({ role: "assistant", content: [{ type: "text", text: "Because it is. ".repeat(10) }] });
  }
  return messages;
}

async function compress(messages: readonly Message[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-bench-compression-"));
  const state = openState({ path: join(folder, "bench.db") });
  try {
    const head = { id: "s1", system: "Be brief.", tools: [], model: "m", platform: "library", startedAt: 0 };
    state.journal.create(head, messages);
    const read = defineTool({
      name: "read",
      toolset: "bench",
      description: "Reads.",
      input: z.object({ path: z.string() }),
      action: { name: "file.read", summary: "read", readOnly: true },
      argument: ({ path }) => ({ kind: "path", paths: [{ path, access: "read" }] }),
      execute: async () => ({}),
    });
    const compressor = createCompressor({
      narrative: false,
      archive: { liveIds: (id) => state.liveIds(id), tool: "session_search", argument: "recall" },
    });
    const model = scripted([], { contextWindow: 240_000 });
    await using agent = new Agent({
      ...{ model, compressor, tools: [read], sessionId: "s1", journal: state.journal },
    });
    await agent.open();
    const begun = performance.now();
    let shortened = false;
    for await (const event of agent.compress()) shortened ||= event.type === "compression";
    const took = performance.now() - begun;
    if (!shortened) throw new Error("It was not shortened.");
    return took;
  } finally {
    state.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function cpuOf(one: string, other: string): Promise<readonly [number, number]> {
  const samples: [number, number][] = [];
  for (let run = 0; run < 3; run++) samples.push([await cpuOfOne(one), await cpuOfOne(other)]);
  return [median(samples.map(([first]) => first)), median(samples.map(([, second]) => second))];
}

async function cpuOfOne(name: string): Promise<number> {
  using server = await startMockServer(["--chunks", "20", "--rounds", "1"]);
  await waitQuiet(2_000);
  const args = ["--expose-gc", contestant, name, "400", "1", server.url];
  const result = await runProcess(process.execPath, args, { env: { ...process.env, RESULT_BYTES: "4096" } });
  if (result.code !== 0) throw new Error(`${name}: ${result.stderr}`);
  const { cpuMsPerRound }: { readonly cpuMsPerRound: number } = JSON.parse(result.stdout);
  return cpuMsPerRound;
}
