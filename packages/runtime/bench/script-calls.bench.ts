// Calls from a script that are kept in the store, so that a script can be taken up again: two writes for each call. The
// floor is the same script with calls that are kept in memory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { chooseIsolation } from "@hermes/jail";
import { enforceIsolation, executeCodeTool, memoryCallJournal } from "@hermes/sandbox";
import type { CallJournal } from "@hermes/sandbox";
import { openState } from "@hermes/state";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { z } from "zod";
import { codeCallTables } from "../src/code/code-call-tables.ts";
import { storedCallJournal } from "../src/code/stored-call-journal.ts";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 5 : 11;
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-script-"));
const code = `from hermes_tools import write_file
import time
for _ in range(200): write_file("a")
started = time.perf_counter()
for _ in range(4000): write_file("a")
print(4000 / (time.perf_counter() - started))`;

function taker(journal: CallJournal): () => Promise<number> {
  const registry = new ToolRegistry({ guard: async () => ({ allow: true }) });
  registry.register(
    defineTool({
      name: "write_file",
      toolset: "bench",
      description: "Answers.",
      input: z.object({ path: z.string() }),
      execute: () => ({ text: "x".repeat(100) }),
    }),
    executeCodeTool({
      registry: () => registry,
      languages: ["python"],
      level: "process",
      isolation: () => enforceIsolation("process", { chooseIsolation }),
      limits: { maxCalls: 1_000_000 },
      env: { PATH: process.env["PATH"] },
      journal,
    }),
  );
  const context = testContext({ offered: new Set(registry.names()) });
  return async () => {
    const { content } = await registry.dispatch("execute_code", { code }, context);
    const { output, errors } = z
      .object({ output: z.string(), errors: z.string() })
      .parse(JSON.parse(content));
    if (errors !== "") throw new Error(errors);
    return Number(output);
  };
}

try {
  const state = openState({
    path: join(folder, "hermes.db"),
    synchronous: "normal",
    migrations: [codeCallTables],
  });
  const [stored, memory] = [taker(storedCallJournal(async () => state)), taker(memoryCallJournal())];
  const rates: { readonly stored: number[]; readonly memory: number[] } = { stored: [], memory: [] };
  await waitQuiet();
  for (let round = -1; round < rounds; round++) {
    const [one, two] = [await stored(), await memory()];
    if (round >= 0) (rates.stored.push(one), rates.memory.push(two));
  }
  state.close();
  report({
    figure: "calls from a script, kept in the store, synchronous=normal",
    unit: "calls/s",
    value: median(rates.stored),
    better: "higher",
    goal: 9_000,
    floor: { name: "kept in memory", value: median(rates.memory) },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
