import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelError, gemini, ollama, withFallback } from "@hermes/models";
import { startScriptedServer, validateGeminiRequest, validateOllamaRequest } from "@hermes/models/testing";
import { z } from "zod";
import type { AgentEvent, AgentOptions } from "../src/index.ts";
import { Agent, memoryJournal } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, expectValid, lastRequest, runs, script, toolMessages } from "./support.ts";

const person = z.object({ name: z.string(), age: z.int() });
const ada = { name: "Ada", age: 36 };
const adaText = JSON.stringify(ada);
const native = { takesOutputSchemas: true };

function partials(events: readonly AgentEvent[]): readonly unknown[] {
  return events.flatMap((event) => (event.type === "output-delta" ? [event.value] : []));
}

function shown(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}

/** The same answer of a model that keeps to schemas, and of one that is given a tool for it. */
function answering(text: string, isNative: boolean) {
  return isNative ? { text } : { calls: [{ name: "final_answer", arguments: text }] };
}

test.each([true, false])(
  "an answer is data of the schema (native: %s), and comes in parts",
  async (isNative) => {
    const model = script([answering(adaText, isNative)], { takesOutputSchemas: isNative, deltaChars: 5 });
    const agent = new Agent({ model, output: person });

    const events = await collect(agent.run("Who wrote the first program?"));

    expect(endOf(events)).toMatchObject({ reason: "answered", output: ada, text: adaText, rounds: 1 });
    expect(partials(events)).toContainEqual({ name: "A" });
    expect(partials(events).at(-1)).toEqual(ada);
    expect(shown(events)).toBe("");
    expect(events.filter(({ type }) => type.startsWith("tool-call"))).toEqual([]);
    expectValid(agent.messages);
  },
);

test("a model that keeps to schemas is sent the schema, and its tools stay; another gets one more tool and has to call", async () => {
  const tools = [echoTool()];
  const kept = script([{ text: adaText }], native);
  const forced = script([answering(adaText, false)]);
  const alone = script([answering(adaText, false)]);

  await new Agent({ model: kept, tools, output: person }).chat("go");
  await new Agent({ model: forced, tools, output: person }).chat("go");
  await new Agent({ model: alone, output: person }).chat("go");

  expect(lastRequest(kept).output?.schema).toMatchObject({ type: "object", required: ["name", "age"] });
  expect(lastRequest(kept)).toMatchObject({ toolChoice: "auto", tools: [{ name: "echo" }] });
  expect(lastRequest(forced)).toMatchObject({
    toolChoice: "required",
    output: undefined,
    tools: [{ name: "echo" }, { name: "final_answer", parameters: { required: ["name", "age"] } }],
  });
  expect(lastRequest(alone).toolChoice).toEqual({ tool: "final_answer" });
});

test.each([
  [
    "Gemini 2.5",
    validateGeminiRequest,
    (url: string) => gemini({ model: "gemini-2.5-pro", apiKey: "k", baseUrl: `${url}/v1beta` }),
  ],
  ["Ollama", validateOllamaRequest, (url: string) => ollama({ model: "qwen3", baseUrl: url })],
])(
  "%s keeps to the schema where no tools are offered, and has a tool for the answer beside others",
  async (_, problemsOf, modelAt) => {
    await using server = await startScriptedServer({
      script: [{ text: adaText }, { calls: [{ name: "final_answer", arguments: ada }] }],
    });
    const model = modelAt(server.url);

    for (const tools of [[], [echoTool()]]) {
      const events = await collect(new Agent({ model, tools, output: person }).run("go"));
      expect(endOf(events)).toMatchObject({ reason: "answered", output: ada, rounds: 1 });
      expect(events.filter(({ type }) => type === "unsupported")).not.toContainEqual(
        expect.objectContaining({ what: "output" }),
      );
    }

    expect(server.requests.flatMap(({ raw }) => problemsOf(raw))).toEqual([]);
    const [alone, beside] = server.requests.map(({ raw }) => raw.toString());
    expect(alone).toMatch(/"(?:format|responseJsonSchema)":\{/);
    expect(alone).not.toContain("final_answer");
    expect(beside).toContain("final_answer");
    expect(beside).not.toMatch(/"(?:format|responseJsonSchema)":/);
  },
);

test.each([
  [true, true, true],
  ["without-tools", true, "without-tools"],
  [false, "without-tools", false],
] as const)(
  "a chain keeps to schemas as far as each of its models does: %s of %s and %s",
  (together, ...each) => {
    const [first, second] = each;
    const models = [
      script([], { takesOutputSchemas: first }),
      script([], { takesOutputSchemas: second }),
    ] as const;

    expect(withFallback(models).takesOutputSchemas).toBe(together);
  },
);

test("the list of tools with the one for the answer is the same object in every request, and in every turn of the schema", async () => {
  const model = script((_, index) =>
    index % 2 === 0
      ? { calls: [{ name: "echo", arguments: { text: `${index}` } }] }
      : answering(adaText, false),
  );
  const agent = new Agent({ model, tools: [echoTool()] });

  await agent.chat("one", { output: person });
  await agent.chat("two", { output: person });

  expect(new Set(model.requests.map(({ tools }) => tools)).size).toBe(1);
});

test("the tool for the answer takes no name that is taken", async () => {
  const tool = { ...echoTool(), name: "final_answer" };
  const model = script([{ calls: [{ name: "final_answer_2", arguments: ada }] }]);

  expect(await new Agent({ model, tools: [tool], output: person }).chat("go")).toEqual(ada);
});

test.each([true, false])(
  "what does not fit goes back once, with the problem named (native: %s)",
  async (isNative) => {
    const model = script([answering('{"name":"Ada","age":"old"}', isNative), answering(adaText, isNative)], {
      takesOutputSchemas: isNative,
    });
    const agent = new Agent({ model });

    expect(await agent.chat("go", { output: person })).toEqual(ada);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("expected a whole number");
    expectValid(agent.messages);
  },
);

test.each([true, false])(
  "what does not fit twice ends the turn with the raw text (native: %s)",
  async (isNative) => {
    const model = script(() => answering('{"name":7}', isNative), { takesOutputSchemas: isNative });
    const agent = new Agent({ model, output: person });

    const end = endOf(await collect(agent.run("go")));

    expect(end).toMatchObject({ reason: "invalid-output", rounds: 2, text: '{"name":7}' });
    expect(end.error).toMatchObject({
      code: "OUTPUT_INVALID",
      message: expect.stringContaining('"age" is missing'),
    });
    expect("output" in end).toBe(false);
    expectValid(agent.messages);
    await expect(agent.chat("again")).rejects.toMatchObject({ code: "OUTPUT_INVALID" });
  },
);

test("a model that answers in words is told the schema and the tool; JSON in a fence counts", async () => {
  const model = script([{ text: "It was Ada." }, { text: `\`\`\`json\n${adaText}\n\`\`\`` }]);

  expect(await new Agent({ model, output: person }).chat("go")).toEqual(ada);
  const told = JSON.stringify(model.requests[1]?.messages.at(-1));
  expect(told).toContain("in a call of final_answer");
  expect(told).toContain('\\"age\\"');
});

test.each([
  ["a list", z.array(z.int()), [1, 2, 3]],
  ["a text", z.enum(["yes", "no"]), "yes"],
  ["a choice", z.union([z.object({ a: z.int() }), z.object({ b: z.string() })]), { b: "x" }],
])("%s travels in an object and comes out as it is", async (_, output, value) => {
  for (const isNative of [true, false]) {
    const model = script([answering(JSON.stringify({ value }), isNative)], { takesOutputSchemas: isNative });
    const events = await collect(new Agent({ model, output }).run("go"));
    expect(endOf(events)).toMatchObject({ output: value });
    expect(partials(events).at(-1)).toEqual(value);
    const { output: asked, tools } = lastRequest(model);
    expect(asked?.schema ?? tools[0]?.parameters).toMatchObject({ type: "object", required: ["value"] });
  }
});

test("a JSON Schema does as well, and a value that is given in text is read", async () => {
  const output = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] };
  const model = script([{ text: '{"age":"36"}' }], native);

  expect(await new Agent({ model }).chat("go", { output })).toEqual({ age: 36 });
});

test("tools work before the answer; other calls beside it are not run", async () => {
  const model = script([
    { calls: [{ name: "echo", arguments: { text: "first" } }] },
    {
      calls: [
        { name: "echo", arguments: { text: "late" } },
        { name: "final_answer", arguments: ada },
      ],
    },
  ]);
  const agent = new Agent({ model, tools: [echoTool()], output: person });

  const events = await collect(agent.run("go"));

  expect(endOf(events)).toMatchObject({ reason: "answered", output: ada });
  expect(events.filter(({ type }) => type === "tool-call-end")).toHaveLength(1);
  expect(toolMessages(agent.messages).map(({ isError = false }) => isError)).toEqual([false, true, false]);
  expectValid(agent.messages);
});

test.each([
  ["length", "truncated"],
  ["content-filter", "content-filter"],
] as const)(
  "an answer that ends as %s ends the turn as %s, and is not asked for again",
  async (finishReason, reason) => {
    for (const isNative of [true, false]) {
      const model = script([{ ...answering('{"name":"A', isNative), finishReason }], {
        takesOutputSchemas: isNative,
      });
      const agent = new Agent({ model, output: person });
      const end = endOf(await collect(agent.run("go")));
      expect(end.reason).toBe(reason);
      expect("output" in end).toBe(false);
      expectValid(agent.messages);
    }
  },
);

test("at the end of the budget the answer is still asked for as data", async () => {
  const model = script((request) =>
    typeof request.toolChoice === "object"
      ? answering(adaText, false)
      : { calls: [{ name: "echo", arguments: { text: "x" } }] },
  );
  const agent = new Agent({ model, tools: [echoTool()], output: person, maxRounds: 1 });

  expect(endOf(await collect(agent.run("go")))).toMatchObject({ reason: "budget-exhausted", output: ada });
});

test("words of the person that come with the last answer wait for the next turn; at a second try they ride on its result", async () => {
  const steered: string[] = [];
  const model = script([
    () => {
      agent.steer("and her age");
      return answering('{"name":"Ada"}', false);
    },
    (request) => {
      steered.push(JSON.stringify(request.messages.at(-1)));
      agent.steer("too late");
      return answering(adaText, false);
    },
  ]);
  const agent: Agent = new Agent({ model });

  expect(await agent.chat("go", { output: person })).toEqual(ada);
  expect(steered[0]).toContain("and her age");
  expect(agent.pendingSteer).toBe("too late");
});

test("of several models that answer in each other's place, all get the tool where one keeps to no schema", async () => {
  const busy = new ModelError("Busy.", {
    kind: "overloaded",
    retryable: false,
    model: "first",
    provider: "test",
  });
  const first = script([{ error: busy }], { ...native, id: "first" });
  const second = script([answering(adaText, false)], { id: "second" });

  expect(await new Agent({ model: withFallback([first, second]), output: person }).chat("go")).toEqual(ada);
  expect(lastRequest(first).toolChoice).toEqual({ tool: "final_answer" });
});

test("another model that takes over in the middle is validated all the same", async () => {
  const names = { model: "made", provider: "test" };
  const model = script(
    [
      {
        events: [
          { type: "text-delta", text: '{"name":"Bo' },
          { type: "restart", reason: "broke off" },
          { type: "switch", from: names, to: { ...names, model: "other" }, cause: "overloaded" },
          { type: "unsupported", what: "output", sent: "nothing" },
        ],
        text: "Ada, I think.",
      },
      { text: adaText },
    ],
    native,
  );
  const events = await collect(new Agent({ model, output: person }).run("go"));

  expect(endOf(events)).toMatchObject({ output: ada, rounds: 2 });
  expect(events).toContainEqual({ type: "unsupported", what: "output", sent: "nothing" });
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("JSON Schema");
});

test("a session whose turns asked for data goes on as text, in another process too, and still has a tool for the calls that it made", async () => {
  const journal = memoryJournal();
  const options = { journal, sessionId: "s" } satisfies Partial<AgentOptions>;
  const first = new Agent({ ...options, model: script([answering(adaText, false)]), output: person });
  await first.chat("go");
  await first.close();
  const model = script([{ text: "Ada Lovelace." }, { text: "Yes." }]);
  const second = new Agent({ ...options, model });

  expect(await second.chat("In full?")).toBe("Ada Lovelace.");
  expect(await second.chat("Sure?")).toBe("Yes.");
  expect(lastRequest(model)).toMatchObject({ toolChoice: "none", tools: [{ name: "final_answer" }] });
  expect(model.requests[0]?.tools).toBe(model.requests[1]?.tools);
});

test("an interrupted answer is asked for again by continue()", async () => {
  const model = script([{ ...answering('{"name":"Ad', true), hang: true }, { text: adaText }], native);
  const agent = new Agent({ model, output: person });
  const controller = new AbortController();
  for await (const event of agent.run("go", { signal: controller.signal }))
    if (event.type === "output-delta") controller.abort();

  expect(endOf(await collect(agent.continue()))).toMatchObject({ reason: "answered", output: ada });
});

test("however a value is cut, what is shown of it grows to the whole, and what was shown stays as it was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 9 }), async (json, deltaChars) => {
      // Through JSON, as a model would write it.
      const value: unknown = JSON.parse(json);
      const model = script([{ text: JSON.stringify({ value }) }], { ...native, deltaChars });
      const seen: { readonly value: unknown; readonly text: string }[] = [];
      const agent = new Agent({ model, output: z.any() });
      for await (const event of agent.run("go")) {
        if (event.type === "output-delta")
          seen.push({ value: event.value, text: JSON.stringify(event.value) });
        if (event.type === "turn-end") expect(event.output).toEqual(value);
      }
      expect(seen.map((each) => JSON.stringify(each.value))).toEqual(seen.map(({ text }) => text));
      if (value !== null) expect(seen.at(-1)?.value).toEqual(value);
    }),
    runs(60, 2_000),
  );
});

test("200 kB in 5 000 deltas are shown in a few hundred steps", async () => {
  const value = Array.from({ length: 50_000 }, (_, index) => index % 1_000);
  const text = JSON.stringify({ value });
  const model = script([{ text }], { ...native, deltaChars: Math.ceil(text.length / 5_000) });
  const agent = new Agent({ model, output: z.array(z.int()) });

  const events = await collect(agent.run("go"));

  expect(endOf(events)).toMatchObject({ reason: "answered" });
  expect(partials(events).at(-1)).toEqual(value);
  expect(partials(events).length).toBeGreaterThan(20);
  expect(partials(events).length).toBeLessThan(500);
});
