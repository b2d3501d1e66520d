// What a call costs beside the tool's own work. The floor is the same handler, awaited after a bare zod parse.
import { median, report } from "@hermes/tooling/bench";
import { z } from "zod";
import { allowAll, defineTool, ToolRegistry } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";

const input = z.object({ path: z.string(), limit: z.int().optional() });
const execute = async (args: z.output<typeof input>): Promise<unknown> => ({ read: args.path });
const registry = new ToolRegistry({ guard: allowAll });
registry.register(defineTool({ name: "read", toolset: "bench", description: "", input, execute }));
const context = testContext();
const args = { path: "a.txt", limit: 5 };
const calls = 20_000;

async function microseconds(call: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 9; round++) {
    const startedAt = performance.now();
    for (let index = 0; index < calls; index++) await call();
    rounds.push(((performance.now() - startedAt) * 1_000) / calls);
  }
  return median(rounds);
}

const floor = await microseconds(async () => JSON.stringify(await execute(input.parse(args))));
const dispatch = await microseconds(() => registry.dispatch("read", args, context));
const coerced = await microseconds(() => registry.dispatch("read", { path: "a.txt", limit: "5" }, context));

report({
  figure: "dispatch of a tool call",
  unit: "µs",
  value: dispatch,
  better: "lower",
  goal: 20,
  floor: { name: "zod parse + handler + JSON", value: floor },
  others: [{ name: "with coercion", value: coerced }],
});
