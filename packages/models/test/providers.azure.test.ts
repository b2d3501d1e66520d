import { expect, test } from "vitest";
import { chooseModel, createModel } from "../src/index.ts";
import type { Environment } from "@hermes/registry";
import { answering, startLoopback } from "./support/loopback.ts";
import { collect, never } from "./support/models.ts";

const request = {
  system: "s",
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
} as const;

const chat = { choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] };
const message = { type: "message", id: "m", content: [{ type: "output_text", text: "Hello" }] };
const responses = { object: "response", status: "completed", output: [message] };

/** What reaches a server when this provider is chosen in this environment. */
async function reached(provider: string, path: string, env: Environment) {
  const whole = provider === "azure" ? chat : responses;
  const server = await startLoopback(answering(200, whole));
  const choice = await chooseModel({
    flags: { provider, model: "my-gpt" },
    env: { AZURE_OPENAI_ENDPOINT: server.origin + path, ...env },
  });
  if (!choice.ok) throw new Error(choice.reason);
  const events = await collect((await createModel(choice)).stream(request, { signal: never }));
  const { url, headers } = server.requests[0] ?? {};
  expect(events.at(-1)).toMatchObject({ message: { content: [{ text: "Hello" }] } });
  return { url, key: headers?.["api-key"], bearer: headers?.authorization };
}

const key = { AZURE_OPENAI_API_KEY: "k" };
const version = { ...key, AZURE_OPENAI_API_VERSION: "2024-10-21" };
const deployment = "/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21";

test.each([
  ["azure", "", key, "/openai/v1/chat/completions"],
  ["azure", "/openai/v1/", key, "/openai/v1/chat/completions"],
  ["azure", "/openai/v1", version, "/openai/v1/chat/completions"],
  ["azure", "", version, deployment],
  ["azure", "/openai/deployments/my-gpt?api-version=2024-10-21", key, deployment],
  ["azure-responses", "", key, "/openai/v1/responses"],
  ["azure-responses", "", version, "/openai/responses?api-version=2024-10-21"],
] as const)(
  "%s at %j is called as Azure wants it, with its own header for the key",
  async (provider, path, env, url) => {
    expect(await reached(provider, path, env)).toEqual({ url, key: "k", bearer: undefined });
  },
);

test("a token of Entra goes out as a bearer token", async () => {
  expect(await reached("azure", "", { AZURE_OPENAI_AD_TOKEN: "t" })).toMatchObject({
    key: undefined,
    bearer: "Bearer t",
  });
});
