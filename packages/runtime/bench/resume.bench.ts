// What it takes to go on with a long session: from `openSession` to the body of the first request, with everything loaded.
// The floor reads the same rows, parses the calls in them, and writes one request.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "@hermes/models";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { bundle, median, report, runProcess, waitQuiet } from "@hermes/tooling/bench";

const messages = 5_000;
const runs = 5;
const home = mkdtempSync(join(tmpdir(), "hermes-bench-resume-"));
const contestants = ["floor", "hermes"] as const;

interface Sample {
  readonly cpuMs: number;
  readonly peakRssMb: number;
}

const contestant = await bundle(join(import.meta.dirname, "resume-contestant.ts"));

try {
  mkdirSync(join(home, ".hermes"));
  const state = openState({ path: join(home, ".hermes", "hermes.db") });
  fill(state, "short", 8);
  fill(state, "long", messages);
  state.close();
  const samples = { floor: [] as Sample[], hermes: [] as Sample[] };
  for (let run = 0; run < runs; run++) {
    for (const name of contestants) {
      await waitQuiet();
      samples[name].push(await sample(name));
    }
  }
  const figure = (of: (sample: Sample) => number) => (name: (typeof contestants)[number]) =>
    median(samples[name].map(of));
  const cpu = figure(({ cpuMs }) => cpuMs);
  const rss = figure(({ peakRssMb }) => peakRssMb);
  report({
    figure: `resume ${messages.toLocaleString("en-US")} messages up to the first request: CPU`,
    unit: "ms",
    value: cpu("hermes"),
    better: "lower",
    goal: 2 * cpu("floor"),
    floor: { name: "rows, JSON.parse, JSON.stringify", value: cpu("floor") },
  });
  report({
    figure: `resume ${messages.toLocaleString("en-US")} messages: peak memory of the process`,
    unit: "MB",
    value: rss("hermes"),
    better: "lower",
    goal: 150,
    floor: { name: "rows, JSON.parse, JSON.stringify", value: rss("floor") },
  });
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function sample(name: string): Promise<Sample> {
  const { code, stdout, stderr } = await runProcess(process.execPath, [
    "--expose-gc",
    contestant,
    name,
    home,
    "long",
  ]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Sample; // What the contestant has written.
}

/** Steps of a coding session: a question, a call, its result, an answer. */
function fill({ journal }: State, id: string, count: number): void {
  journal.create({
    id,
    system: "You help.",
    tools: [],
    model: "mock",
    platform: "cli",
    cwd: home,
    startedAt: 1,
  });
  for (let index = 0; index < count; index++)
    journal.append(id, { type: "message", message: step(index), at: index + 1 });
}

function step(index: number): Message {
  const callId = `call_${index >> 2}`;
  const text = `${index} ${"what was said and found in the files of this project ".repeat(5)}`;
  switch (index % 4) {
    case 0:
      return { role: "user", content: [{ type: "text", text }] };
    case 1: {
      const args = JSON.stringify({ path: `src/file-${index}.ts`, limit: 200 });
      const call = { type: "tool-call", id: callId, name: "read_file", arguments: args } as const;
      return {
        role: "assistant",
        content: [{ type: "text", text: "I read it." }, call],
        finishReason: "tool-calls",
      };
    }
    case 2: {
      const content = `${index}\n${'export const line = "of code";\n'.repeat(60)}`;
      return { role: "tool", callId: `call_${(index - 1) >> 2}`, name: "read_file", content };
    }
    default:
      return { role: "assistant", content: [{ type: "text", text }], finishReason: "stop" };
  }
}
