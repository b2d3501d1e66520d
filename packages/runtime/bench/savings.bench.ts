// What a script saves: the same work with real tools through the real loop, once as calls one after another (as most
// models make them), once with every independent call of a step in one batch, and once as one script. Tokens are those of
// all requests together, as a provider counts them: system prompt, tools and messages, o200k_base. The model is scripted.
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { Message, ModelRequest, ScriptedAnswer, ScriptedCall } from "@hermes/models";
import { median, report } from "@hermes/tooling/bench";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createRuntime } from "../src/index.ts";
import { workloads } from "./savings/workloads.ts";
import type { DirectWork, Workload } from "./savings/workloads.ts";

type Way = "single" | "batched" | "script";

interface Cost {
  readonly requests: number;
  readonly inputTokens: number;
}

async function take(workload: Workload, way: Way): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-bench-savings-"));
  try {
    const project = join(folder, "project");
    for (const [path, text] of Object.entries(workload.files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    const env = { PATH: process.env["PATH"], HOME: folder, HERMES_HOME: join(folder, "home") };
    const model = scripted(
      way === "script" ? scriptAnswers(workload) : directAnswers(workload.direct(), way),
    );
    await using runtime = createRuntime({
      loaded: await loadSettings({ env }),
      cwd: project,
      env,
      platform: "cli",
      flags: { yolo: true },
      model,
      housekeepingAfterMs: Infinity,
    });
    await using session = await runtime.openSession();
    const answer = await session.agent.chat(workload.task);
    check(workload, answer, project);
    const tokens = model.requests.map(tokensOf);
    return { requests: tokens.length, inputTokens: tokens.reduce((sum, each) => sum + each, 0) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both ways must come to the same: the words, and the files where they change. */
function check({ name, answer, after }: Workload, given: string, project: string): void {
  if (!given.includes(answer)) throw new Error(`${name}: "${answer}" is not in "${given}".`);
  for (const [path, text] of Object.entries(after ?? {})) {
    const found = readFileSync(join(project, path), "utf8");
    if (found !== text) throw new Error(`${name}: ${path} is ${JSON.stringify(found)}.`);
  }
}

function directAnswers(work: DirectWork, way: Way): (request: ModelRequest) => ScriptedAnswer {
  const queue: ScriptedCall[] = [];
  let wanted = 0;
  let results: Readonly<Record<string, unknown>>[] = [];
  let step = work.next([]);
  return ({ messages }) => {
    results.push(...resultsAfterLastAnswer(messages));
    if (wanted > 0 && results.length === wanted) {
      step = work.next(results);
      results = [];
      wanted = 0;
    }
    if (wanted === 0 && step.done !== true) {
      wanted = step.value.length;
      queue.push(...step.value);
    }
    if (step.done === true) return { text: step.value };
    return { calls: queue.splice(0, way === "single" ? 1 : queue.length) };
  };
}

function scriptAnswers({ script }: Workload): (request: ModelRequest) => ScriptedAnswer {
  return ({ messages }) => {
    const [result] = resultsAfterLastAnswer(messages);
    if (result === undefined) return { calls: [{ name: "execute_code", arguments: { code: script } }] };
    if (result["status"] !== "success") throw new Error(JSON.stringify(result));
    return { text: String(result["output"]) };
  };
}

function resultsAfterLastAnswer(messages: readonly Message[]): readonly Readonly<Record<string, unknown>>[] {
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  return messages
    .slice(from)
    .flatMap((message) => (message.role === "tool" ? [JSON.parse(message.content)] : []));
}

function tokensOf({ system, tools, messages }: ModelRequest): number {
  return encode(JSON.stringify([system, tools, messages])).length;
}

const rows: {
  readonly name: string;
  readonly single: Cost;
  readonly batched: Cost;
  readonly script: Cost;
}[] = [];
for (const workload of workloads) {
  rows.push({
    name: workload.name,
    single: await take(workload, "single"),
    batched: await take(workload, "batched"),
    script: await take(workload, "script"),
  });
}
const saved = (from: Cost, to: Cost): number => (1 - to.inputTokens / from.inputTokens) * 100;
console.error("workload | requests: single, batched, script | input tokens: single, batched, script | saved");
for (const { name, single, batched, script } of rows) {
  const requests = [single, batched, script].map((cost) => cost.requests).join(" ");
  const tokens = [single, batched, script].map((cost) => cost.inputTokens).join(" ");
  console.error(`${name} | ${requests} | ${tokens} | ${saved(single, script).toFixed(1)} %`);
}
report({
  figure: `input tokens saved by a script, ${rows.length} workloads`,
  unit: "%",
  value: median(rows.map(({ single, script }) => saved(single, script))),
  better: "higher",
  goal: 80,
  others: [
    { name: "the least", value: Math.min(...rows.map(({ single, script }) => saved(single, script))) },
    { name: "against batches", value: median(rows.map(({ batched, script }) => saved(batched, script))) },
  ],
});
report({
  figure: "requests to the model with a script, of those without",
  unit: "×",
  value: median(rows.map(({ single, script }) => script.requests / single.requests)),
  better: "lower",
  goal: 1 / 3,
  others: [
    {
      name: "the most",
      value: Math.max(...rows.map(({ single, script }) => script.requests / single.requests)),
    },
    {
      name: "against batches",
      value: median(rows.map(({ batched, script }) => script.requests / batched.requests)),
    },
  ],
});
