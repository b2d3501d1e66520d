import { expect, test } from "vitest";
import { z } from "zod";
import type { AgentOptions, RunOptions } from "../src/index.ts";
import { Agent, HermesError } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, script } from "./support.ts";

const model = script(() => ({ text: "Hello." }));
const echo = echoTool();

/** As a program without a compiler would give them. */
function refusal(options: object): string {
  try {
    // What is tried here is what the types refuse.
    void new Agent({ model, ...options } as AgentOptions);
  } catch (error) {
    if (HermesError.is(error)) return `${error.code} ${error.message} ${error.hint}`;
    throw error;
  }
  return "none";
}

test.each<[object, string]>([
  [{ model: undefined }, "There is no model. Give a model, such as openaiChat("],
  [{ model: "gpt-5" }, 'model is the text "gpt-5". Give a model'],
  [{ tool: [] }, 'There is no option "tool". Did you mean "tools"?'],
  [{ maxSteps: 3 }, 'There is no option "maxSteps".'],
  [{ temprature: 1 }, 'Did you mean "temperature"?'],
  [{ tools: [echo, echo] }, 'tools has two with the name "echo".'],
  [{ tools: [echo, undefined] }, "tools[1] is no tool. Make it with defineTool()."],
  [{ tools: [{ name: "x", inputSchema: {} }] }, "tools[0] is no tool."],
  [{ sessionId: " " }, "sessionId is blank."],
  [{ maxRounds: 0 }, "maxRounds is 0."],
  [{ maxOutputTokens: -1 }, "maxOutputTokens is -1."],
  [{ maxResultChars: Number.NaN }, "maxResultChars is NaN."],
  [{ temperature: 2.1 }, "temperature is 2.1. Give a number from 0 to 2."],
  [{ topP: 0 }, "topP is 0. Give a number above 0 and at most 1."],
  [{ seed: 1.5 }, "seed is 1.5."],
  [{ stop: ["a", ""] }, "stop has an empty text."],
])("an agent with %j is refused with one clear error", (options, said) => {
  expect(refusal(options)).toContain(said);
  expect(refusal(options)).toMatch(/^AGENT_OPTION_INVALID /);
});

test.each<[RunOptions, object]>([
  [{ temperature: -1 }, { code: "AGENT_OPTION_INVALID" }],
  [{ toolChoice: { tool: "ech" } }, { code: "AGENT_OPTION_INVALID", hint: 'Did you mean "echo"?' }],
  [{ output: { type: "object", not: { required: ["a"] } } }, { code: "SCHEMA_INVALID" }],
])("a turn with %j is refused, and the next one goes on", async (options, error) => {
  const agent = new Agent({ model, tools: [echo] });

  await expect(collect(agent.run("go", options))).rejects.toMatchObject(error);
  expect(await agent.chat("go")).toBe("Hello.");
});

test("a schema that can't be written as JSON Schema is refused before anything is sent", async () => {
  const asked = script([{ text: "{}" }]);
  const circular = z.object({ when: z.date() });

  // A date has no JSON Schema: it is described as any value, and the answer is checked all the same.
  await expect(new Agent({ model: asked }).chat("go", { output: circular })).rejects.toMatchObject({
    code: expect.stringMatching(/^(OUTPUT_INVALID|MODEL_)/),
  });
});
