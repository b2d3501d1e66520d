import { registerHooks } from "node:module";
import { describe, expect, test } from "vitest";
import { modelContract, startScriptedServer } from "../src/testing/index.ts";
import { contractModels } from "./support/contract-models.ts";
import { collect, never } from "./support/models.ts";

// As where none of the packages is installed that are loaded when they are needed.
const optional = /\/node_modules\/(?:openai|@anthropic-ai\/sdk|@smithy\/eventstream-codec)\//;
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!optional.test(found.url)) return found;
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
  },
});

const request = { system: "", tools: [], messages: [] };
const { chat, responses, messages, "azure chat": azure, converse } = contractModels;

describe.each(Object.entries({ chat, responses, messages, azure }))(
  "without an SDK %s keeps the contract of models",
  (_, makeModel) => {
    for (const { name, run } of modelContract(makeModel!)) test(name, run); // they are in the list

    test("the cause of a failure has what the provider said", async () => {
      const body = { error: { message: "Slowly", type: "t" } };
      await using server = await startScriptedServer({ script: [{ status: 429, body }] });
      const model = makeModel!({ url: server.url, apiKey: "k", retry: { retries: 0 } }); // it is in the list

      const failure = await collect(model.stream(request, { signal: never })).catch(
        (error: unknown) => error,
      );

      expect(failure).toMatchObject({
        message: expect.stringContaining("Slowly"),
        cause: { name: "ApiError", status: 429, error: body },
      });
      expect(failure).not.toHaveProperty("cause.sdkFailure");
    });
  },
);

test("a package that a provider needs is named where it is missing", async () => {
  const model = converse!({ url: "http://127.0.0.1:9", apiKey: "k", retry: { retries: 0 } }); // it is in the list

  await expect(collect(model.stream(request, { signal: never }))).rejects.toMatchObject({
    message: expect.stringContaining("@smithy/eventstream-codec"),
    hint: 'Install it: npm install "@smithy/eventstream-codec@^4.5.2".',
    cause: { code: "MODEL_NEEDS_PACKAGE" },
  });
});
