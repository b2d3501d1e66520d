// One contestant in one process: `compression-contestant.ts <name> <turns> <rounds> <server url>`. Every turn is a question, as
// many calls as the server asks for, and an answer, in one conversation. Prints one JSON line.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handLoop, keepBytes } from "./loop-floors.ts";
import { description, echo, question, system, takeCalls } from "./loop-task.ts";
import type { Loop } from "./loop-task.ts";

const [name = "", turnsText = "", roundsText = "", base = ""] = process.argv.slice(2);
const turns = Number(turnsText);
const rounds = Number(roundsText);
const compressions = 4;

const loopOf = async (count: number): Promise<Loop> =>
  name === "raw-http-once" ? handLoop(await keepBytes(base), count) : await hermes(count);

await (
  await loopOf(5)
)(); // Warm-up: compiler, keep-alive connection, lazy imports.
const loop = await loopOf(turns);
takeCalls();
globalThis.gc?.();
const before = process.cpuUsage();
await loop();
const used = process.cpuUsage(before);
const calls = takeCalls();
if (calls !== turns * rounds) throw new Error(`${name}: ${calls} calls in ${turns} turns.`);
process.stdout.write(
  `${JSON.stringify({ cpuMsPerRound: (used.user + used.system) / 1000 / turns / (rounds + 1) })}\n`,
);
process.exit(0);

async function hermes(count: number): Promise<Loop> {
  const [{ Agent, defineTool, openaiChat, z }, { createCompressor }, { openState }] = await Promise.all([
    import("@hermes/agent-loop"),
    import("@hermes/agent-loop/compression"),
    import("@hermes/state"),
  ]);
  const tool = defineTool({
    name: "echo",
    toolset: "bench",
    description,
    input: z.object({ text: z.string() }),
    execute: async ({ text }) => echo(text),
  });
  const model = openaiChat({ model: "mock", apiKey: "x", baseUrl: `${base}/v1`, contextWindow: 400_000 });
  const state = openState({ path: join(await mkdtemp(join(tmpdir(), "hermes-bench-")), "bench.db") });
  return async () => {
    const compressor = createCompressor({
      archive: { liveIds: (id) => state.liveIds(id), tool: "session_search", argument: "recall" },
    });
    const { journal } = state;
    const options = { model, tools: [tool], prompt: system, journal, compressor };
    // As the runtime holds a session.
    const agent = new Agent({ ...options, exclusive: true, maxRounds: 1_000 });
    let shortened = 0;
    for (let turn = 1; turn <= count; turn++) {
      await agent.chat(question);
      if (turn % Math.floor(count / (compressions + 1)) !== 0 || shortened === compressions) continue;
      for await (const event of agent.compress()) if (event.type === "compression") shortened++;
    }
    if (shortened !== compressions) throw new Error(`${shortened} compressions.`);
    return "done";
  };
}
