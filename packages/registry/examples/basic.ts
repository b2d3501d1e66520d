import { allowAll, defineTool, ToolRegistry, toolError } from "@hermes/registry";
import { z } from "zod";

const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.08, JPY: 163 };

const convert = defineTool({
  name: "convert_money",
  toolset: "money",
  description: "Convert an amount of euros into another currency.",
  input: z.object({
    amount: z.number().min(0).describe("Euros."),
    currency: z.string().describe("Three letters, such as USD."),
  }),
  execute({ amount, currency }) {
    const rate = rates[currency];
    if (rate === undefined) {
      return toolError(`No rate for ${currency}.`, { hint: `Known: ${Object.keys(rates).join(", ")}.` });
    }
    return { amount: amount * rate, currency };
  },
});

const registry = new ToolRegistry({ guard: allowAll });
registry.register(convert);

const context = {
  taskId: "demo",
  sessionId: "demo",
  callId: "1",
  signal: new AbortController().signal,
  origin: { platform: "example", entryPoint: "library" },
};

console.log(JSON.stringify(await registry.definitions()));
for (const args of [{ amount: "100", currency: "USD" }, { amount: 1, currency: "GBP" }, { amout: 1 }]) {
  console.log((await registry.dispatch("convert_money", args, context)).content);
}
