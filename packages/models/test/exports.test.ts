import { expect, test } from "vitest";
import * as convert from "../src/convert/index.ts";
import * as provider from "../src/provider/index.ts";
import * as testing from "../src/testing/index.ts";

test("the parts for providers and for tests export exactly these values", () => {
  expect(Object.keys(provider).sort()).toEqual([
    "ApiError",
    "ToolCallSlots",
    "checkOptions",
    "countAt",
    "givenHeaders",
    "httpModel",
    "httpModelOptions",
    "isBlank",
    "isRecord",
    "jsonData",
    "jsonText",
    "keptWireTools",
    "listAt",
    "newCallId",
    "recordAt",
    "textAt",
  ]);
  expect(Object.keys(testing).sort()).toEqual([
    "assertStablePrefix",
    "modelContract",
    "startLoginServer",
    "startScriptedServer",
    "validateChatRequest",
    "validateConverseRequest",
    "validateGeminiRequest",
    "validateMessagesRequest",
    "validateOllamaRequest",
    "validateResponsesRequest",
  ]);
});

test("the converters are these", () => {
  expect(Object.keys(convert).toSorted()).toEqual([
    "fromAiSdk",
    "fromAnthropicMessages",
    "fromChatCompletions",
  ]);
});
