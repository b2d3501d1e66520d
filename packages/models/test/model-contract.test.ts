import Anthropic from "@anthropic-ai/sdk";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { plainTalk, plainTalkProtocol } from "../examples/plain-talk.ts";
import { type Model, openaiChat } from "../src/index.ts";
import { type ModelPlace, modelContract, startScriptedServer } from "../src/testing/index.ts";
import { contractModels } from "./support/contract-models.ts";
import { collect, never } from "./support/models.ts";

describe.each(Object.entries(contractModels))("%s keeps the contract of models", (_, makeModel) => {
  for (const { name, run } of modelContract(makeModel)) test(name, run);
});

describe("a provider of one's own keeps the contract of models", () => {
  const makeModel = ({ url, ...rest }: ModelPlace): Model => plainTalk({ model: "m", baseUrl: url, ...rest });
  for (const { name, run } of modelContract(makeModel, { protocol: plainTalkProtocol })) test(name, run);
});

test.each([
  [
    "the key in the body",
    { fields: { key: "key-that-must-not-leak" } },
    "the key is in one header, and follows no redirect",
  ],
  [
    "the key in a second header",
    { headers: { "x-key": "key-that-must-not-leak" } },
    "the key is in one header, and follows no redirect",
  ],
  ["fewer attempts than the policy", { retry: { retries: 0 } }, "500 is tried again, with the same bytes"],
])("a model with %s breaks the contract", async (_, flaw, fact) => {
  const makeModel = ({ url, ...rest }: ModelPlace): Model =>
    openaiChat({ model: "m", baseUrl: `${url}/v1`, ...rest, ...flaw });
  const broken = modelContract(makeModel).find(({ name }) => name === fact);

  await expect(broken?.run()).rejects.toThrow();
});

test("the example of a provider answers", async () => {
  const { pathname } = new URL("../examples/own-provider.ts", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);

  expect(stdout).toBe("A kitten on the mat.\n");
});

const request = { system: "", tools: [], messages: [] };
const retry = { retries: 0 };

test.each([
  ["chat", OpenAI.RateLimitError, OpenAI.APIError],
  ["responses", OpenAI.RateLimitError, OpenAI.APIError],
  ["messages", Anthropic.RateLimitError, Anthropic.APIError],
] as const)(
  "where the SDK is installed, the cause of a failure of %s is of its classes",
  async (name, ofStatus, ofStream) => {
    const headers = { "x-request-id": "req_1", "request-id": "req_1" };
    const raw = 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"On fire"}}\n\n';
    await using server = await startScriptedServer({ script: [{ status: 429, headers }, { raw }] });
    const make = contractModels[name];
    const ask = (): Promise<unknown> =>
      collect(make!({ url: server.url, apiKey: "k", retry }).stream(request, { signal: never })); // a name of the list

    await expect(ask()).rejects.toMatchObject({
      kind: "rate-limit",
      cause: expect.any(ofStatus),
    });
    await expect(ask()).rejects.toMatchObject({
      message: expect.stringContaining("On fire"),
      cause: expect.any(ofStream),
    });
  },
);

test("without the packages that are optional, providers keep the contract, and what one of them needs is named", async () => {
  const { pathname } = new URL("support/without-packages.ts", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);

  const body = { error: { message: "Slowly" } };
  const cause = { name: "ApiError", status: 429, error: body, headers: {} };
  expect(JSON.parse(stdout)).toEqual({
    broken: [],
    causes: [cause, cause, cause, cause],
    needed: {
      message: expect.stringContaining("@smithy/eventstream-codec"),
      hint: 'Install it: npm install "@smithy/eventstream-codec@^4.5.2".',
      cause: expect.objectContaining({ code: "MODEL_NEEDS_PACKAGE" }),
    },
  });
});
