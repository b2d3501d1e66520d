// Runs the contract as where none of the packages is installed that are loaded when they are needed: prints what came of it.
import { registerHooks } from "node:module";

const optional = new Set(["openai", "@anthropic-ai/sdk", "@smithy/eventstream-codec"]);
registerHooks({
  resolve(specifier, context, next) {
    if (!optional.has(specifier)) return next(specifier, context);
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
  },
});

const { modelContract, startScriptedServer } = await import("../../src/testing/index.ts");
const { contractModels } = await import("./contract-models.ts");

const broken: string[] = [];
const causes: unknown[] = [];
const server = await startScriptedServer({
  script: () => ({ status: 429, body: { error: { message: "Slowly" } } }),
});
for (const protocol of ["chat", "responses", "messages", "azure chat"]) {
  const makeModel = contractModels[protocol]!; // it is in the list
  const running = modelContract(makeModel).map(async ({ name, run }) => {
    await run().catch((error: unknown) => broken.push(`${protocol}: ${name}: ${String(error)}`));
  });
  // oxlint-disable-next-line no-await-in-loop -- the cases of one provider at a time
  await Promise.all(running);
  // oxlint-disable-next-line no-await-in-loop
  causes.push((await failureOf(makeModel)).cause);
}
const needed = await failureOf(contractModels["converse"]!); // it is in the list
await server.close();
console.log(
  JSON.stringify({
    broken,
    causes,
    needed: { message: needed.message, hint: needed.hint, cause: needed.cause },
  }),
);

async function failureOf(
  makeModel: (typeof contractModels)[string],
): Promise<{ message?: string; hint?: string; cause?: unknown }> {
  const model = makeModel({ url: server.url, apiKey: "k", retry: { retries: 0 } });
  const request = { system: "", tools: [], messages: [] };
  try {
    for await (const _ of model.stream(request, { signal: new AbortController().signal }));
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return {};
}
