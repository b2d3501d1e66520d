// What long results cost: twelve everyday tasks with real tools through the real loop, once with a budget for each result
// and once without (what a command may say and a page of a file may hold, 50 000 and 100 000 characters, is then the only
// limit). The model is scripted: it makes the call; where what it looks for is not in the result, it searches for it in the
// file that the result names, or runs the command again through grep; then it works on for four short calls. Tokens are those of all requests of a task together,
// o200k_base, of the messages alone: system prompt and tools are the same in both.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedAnswer } from "@hermes/models";
import { median, report } from "@hermes/tooling/bench";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createRuntime } from "../src/index.ts";
import { tasks } from "./everyday/tasks.ts";
import type { EverydayTask } from "./everyday/tasks.ts";

interface Cost {
  readonly requests: number;
  readonly tokens: number;
}

const withoutBudget = "tool_output:\n  max_result_chars: 100000\n  max_bytes: 50000\n";
const shortCalls = 4;

async function take(task: EverydayTask, config: string): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-bench-budget-"));
  try {
    const [project, home] = [join(folder, "project"), join(folder, "home")];
    for (const [path, text] of Object.entries(task.files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    mkdirSync(home);
    writeFileSync(join(home, "config.yaml"), config);
    const env = { PATH: process.env["PATH"], HOME: folder, HERMES_HOME: home };
    if (task.prepare !== undefined) execFileSync("sh", ["-c", task.prepare], { cwd: project, env });
    const model = scripted(answersOf(task));
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
    await session.agent.chat(`Look at ${task.name}.`);
    return {
      requests: model.requests.length,
      tokens: model.requests.reduce((sum, { messages }) => sum + encode(JSON.stringify(messages)).length, 0),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function answersOf({ name, call, wanted }: EverydayTask): (request: ModelRequest) => ScriptedAnswer {
  let short = 0;
  return ({ messages }) => {
    const results = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
    const [first, second] = results;
    if (first === undefined) return { calls: [call] };
    const found = results.some((result) => holds(result, wanted));
    if (!found && second === undefined) {
      const path: unknown = JSON.parse(first).spilled?.path ?? call.arguments["path"];
      if (path !== undefined)
        return { calls: [{ name: "search", arguments: { pattern: wanted, path, limit: 5 } }] };
      // Cut by the command's own limit, and lost.
      const command = `{ ${call.arguments["command"]}; } 2>&1 | grep -nE '${wanted}'`;
      return { calls: [{ name: "terminal", arguments: { command } }] };
    }
    if (!found)
      throw new Error(`${name}: ${wanted} is nowhere to be found: ${first.slice(-1_000)} ${second}`);
    if (short++ === shortCalls) return { text: "Done." };
    return { calls: [{ name: "terminal", arguments: { command: `echo step ${short}` } }] };
  };
}

/** Whether a line of some text in a result is what is looked for. */
function holds(result: string, wanted: string): boolean {
  const texts: string[] = [];
  JSON.parse(result, (_, value: unknown) => {
    if (typeof value === "string") texts.push(value.replaceAll(/^\d+[|:]/gm, ""));
    return value;
  });
  return texts.some((text) => new RegExp(wanted, "m").test(text));
}

const rows: { readonly name: string; readonly before: Cost; readonly after: Cost }[] = [];
for (const task of tasks)
  rows.push({ name: task.name, before: await take(task, withoutBudget), after: await take(task, "") });

const saved = ({ before, after }: (typeof rows)[number]): number => (1 - after.tokens / before.tokens) * 100;
const sum = (count: (row: (typeof rows)[number]) => number): number =>
  rows.reduce((total, row) => total + count(row), 0);
console.error("task | requests: before, after | tokens: before, after | saved");
for (const row of rows) {
  const { name, before, after } = row;
  console.error(
    `${name} | ${before.requests} ${after.requests} | ${before.tokens} ${after.tokens} | ${saved(row).toFixed(1)} %`,
  );
}
report({
  figure: `tokens saved by the budget of a result, ${rows.length} everyday tasks`,
  unit: "%",
  value: median(rows.map(saved)),
  better: "higher",
  goal: 50,
  others: [
    { name: "the least", value: Math.min(...rows.map(saved)) },
    {
      name: "all tasks together",
      value: (1 - sum(({ after }) => after.tokens) / sum(({ before }) => before.tokens)) * 100,
    },
  ],
});
report({
  figure: "tokens of twelve everyday tasks",
  unit: "tokens",
  value: sum(({ after }) => after.tokens),
  better: "lower",
  others: [{ name: "without a budget", value: sum(({ before }) => before.tokens) }],
});
