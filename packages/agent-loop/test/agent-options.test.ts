import { expect, test } from "vitest";
import { z } from "zod";
import type { AgentOptions, RunOptions } from "../src/index.ts";
import { Agent, HermesError, memoryJournal } from "../src/index.ts";
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
  [
    { stop: ["a", ""] },
    "stop is a list of 2. Give a list of texts at which the answer ends, none of them empty.",
  ],
  [{ stop: "END" }, 'stop is "END". Give a list of texts'],
  [{ temperature: "1" }, 'temperature is "1". Give a number from 0 to 2.'],
  [{ maxRounds: "5" }, 'maxRounds is "5". Give a number greater than 0.'],
  [{ system: "Be brief." }, 'There is no option "system". Did you mean "prompt"?'],
  [{ prompt: ["Be brief."] }, "prompt is a list of 1. Give a text, or layers"],
  [
    { tools: { echo } },
    "tools is an object of another kind. Give a list of tools, each made with defineTool()",
  ],
  [{ toolChoice: "echo" }, 'toolChoice is "echo". Give "auto", "none", "required" or { tool: "its name" }.'],
  [{ sessionId: 5 }, "sessionId is 5. Give a text."],
  [{ journal: { journal: memoryJournal() } }, "journal is an object of another kind. Give a SessionJournal"],
  [{ approvals: {} }, "approvals is an object of another kind. Give an ApprovalLog"],
  [{ approver: true }, "approver is true. Give a function."],
  [{ prepareStep: { tools: [] } }, "prepareStep is an object of another kind. Give a function."],
  [{ hooks: {} }, "hooks is an object of another kind. Give a list."],
  [{ messages: "hi" }, 'messages is "hi". Give a list.'],
  [{ onChangedHead: "addopt" }, 'onChangedHead is "addopt". Give "keep", "adopt", "error" or "ignore".'],
])("an agent with %j is refused with one clear error", (options, said) => {
  expect(refusal(options)).toContain(said);
  expect(refusal(options)).toMatch(/^AGENT_OPTION_INVALID /);
});

test.each<[RunOptions, object]>([
  [{ temperature: -1 }, { code: "AGENT_OPTION_INVALID" }],
  [{ toolChoice: { tool: "ech" } }, { code: "AGENT_OPTION_INVALID", hint: 'Did you mean "echo"?' }],
  // What the types refuse, too.
  [{ outptu: {} } as RunOptions, { code: "AGENT_OPTION_INVALID", hint: 'Did you mean "output"?' }],
  [{ output: "json" } as unknown as RunOptions, { code: "SCHEMA_INVALID", message: '"json" is no schema.' }],
  [
    { prepareStep: () => ({ maxTokens: 5 }) } as RunOptions,
    { code: "TURN_STEP_FAILED", message: expect.stringContaining('There is no option "maxTokens".') },
  ],
  [{ output: { type: "object", not: { required: ["a"] } } }, { code: "SCHEMA_INVALID" }],
])("a turn with %j is refused, and the next one goes on", async (options, error) => {
  const agent = new Agent({ model, tools: [echo] });

  await expect(agent.chat("go", options)).rejects.toMatchObject(error);
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

test("an agent without options says so", () => {
  const make = (): Agent => Reflect.construct(Agent, []) as Agent;

  expect(make).toThrow("There are no options.");
});

test.each<[unknown, string]>([
  [undefined, "What a turn begins with is neither a text nor a list of parts."],
  [{ role: "user" }, "What a turn begins with is neither a text nor a list of parts."],
  [{ content: "hi" }, "What a turn begins with is neither a text nor a list of parts."],
  [["hi"], "Part 0 of what a turn begins with is none."],
  [[{ type: "text", text: "a" }, { type: "txt" }], "Part 1 of what a turn begins with is none."],
])("a turn that begins with %j is refused before anything is written", async (input, said) => {
  const agent = new Agent({ model });

  await expect(agent.chat(input as string)).rejects.toMatchObject({
    code: "AGENT_MESSAGES_INVALID",
    message: said,
  });
  expect(await agent.chat("go")).toBe("Hello.");
});

test("a signal that is none is refused, and the agent is free", async () => {
  const agent = new Agent({ model });
  const signal = new AbortController() as unknown as AbortSignal;

  await expect(agent.chat("go", { signal })).rejects.toMatchObject({
    code: "AGENT_OPTION_INVALID",
    hint: "Give the signal of an AbortController.",
  });
  expect(await agent.chat("go")).toBe("Hello.");
});
