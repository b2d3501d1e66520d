import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anthropicMessages,
  azureChat,
  azureResponses,
  bedrock,
  gemini,
  ModelOptionError,
  ollama,
  openaiChat,
  openaiResponses,
} from "../src/index.ts";

// As from JavaScript, where nothing checks what is given.
const makers: Readonly<Record<string, (options: never) => unknown>> = {
  openaiChat,
  openaiResponses,
  anthropicMessages,
  gemini,
  ollama,
  bedrock,
  azureChat,
  azureResponses,
};
const valid = { model: "m", apiKey: "k", baseUrl: "https://models.example/v1" };

function refusalOf(maker: string, options: unknown): ModelOptionError | undefined {
  try {
    makers[maker]?.(options as never); // what no type would let through
  } catch (error) {
    if (error instanceof ModelOptionError) return error;
    throw error;
  }
  return undefined;
}

const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string, string])[] = [
  ["no model", { model: undefined }, "model", '"model" is missing.'],
  ["a blank model", { model: " " }, "model", '"model" is blank.'],
  ["a blank key", { apiKey: "" }, "apiKey", '"apiKey" is blank.'],
  [
    "a key with the end of its line",
    { apiKey: "sk-secret\n" },
    "apiKey",
    '"apiKey" has a space, a line break or another character that no key has.',
  ],
  ["an address without a scheme", { baseUrl: "host/v1" }, "baseUrl", '"baseUrl" is "host/v1".'],
  ["an address of files", { baseUrl: "file:///tmp" }, "baseUrl", '"baseUrl" is "file:///tmp".'],
  ["a misspelt address", { baseURL: "https://h/v1" }, "baseURL", 'There is no option "baseURL".'],
  ["a window of nothing", { contextWindow: 0 }, "contextWindow", '"contextWindow" is 0.'],
  ["half a token", { maxOutputTokens: 0.5 }, "maxOutputTokens", '"maxOutputTokens" is 0.5.'],
  ["a header of two lines", { headers: { a: "b\nc" } }, "headers", 'The header "a" can\'t be sent.'],
];

test.each(cases)(
  "%s is refused by every constructor, with the option and what to do",
  (_, change, option, what) => {
    for (const maker of Object.keys(makers)) {
      const refusal = refusalOf(maker, { ...valid, ...change });

      expect(refusal).toMatchObject({
        code: "MODEL_OPTION_INVALID",
        maker,
        option,
        message: `${maker}: ${what}`,
      });
      expect(refusal?.hint).toMatch(/^[A-Z].*[.?]$/);
    }
  },
);

test.each([
  ["baseURL", "baseUrl"],
  ["base_url", "baseUrl"],
  ["apikey", "apiKey"],
  ["maxOutputToken", "maxOutputTokens"],
])("for the unknown option %s the one is named that was meant", (name, meant) => {
  expect(refusalOf("openaiChat", { ...valid, [name]: "x" })?.hint).toBe(`Did you mean "${meant}"?`);
});

test("an address of a vendor without a key is refused before anything is sent", () => {
  for (const maker of ["openaiChat", "openaiResponses", "anthropicMessages", "gemini", "bedrock"])
    expect(refusalOf(maker, { model: "m" })).toMatchObject({ code: "MODEL_KEY_MISSING", option: "apiKey" });
  expect(refusalOf("openaiChat", { model: "m", baseUrl: "https://openrouter.ai/api/v1" })?.message).toBe(
    "openaiChat: There is no key for https://openrouter.ai.",
  );
});

test("nothing is refused that can work without a key of its own", () => {
  const model = "m";
  const credentials = { accessKeyId: "a", secretAccessKey: "s" };

  expect(refusalOf("ollama", { model })).toBeUndefined();
  expect(refusalOf("openaiChat", { model, baseUrl: "http://127.0.0.1:1234/v1" })).toBeUndefined();
  expect(refusalOf("anthropicMessages", { model, headers: { authorization: "Bearer t" } })).toBeUndefined();
  expect(refusalOf("gemini", { model, fetch: async () => new Response() })).toBeUndefined();
  expect(refusalOf("bedrock", { model, credentials })).toBeUndefined();
  for (const maker of Object.keys(makers)) expect(refusalOf(maker, valid)).toBeUndefined();
});

test("whatever a key is, no message and no hint has it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12 }), (text) => {
      const { message = "", hint = "" } = refusalOf("openaiChat", { ...valid, apiKey: `${text} ` }) ?? {};
      expect(message).not.toBe("");
      if (text.trim().length > 11) expect(message + hint).not.toContain(text);
    }),
    { numRuns: 50 },
  );
});
