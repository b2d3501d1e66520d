import type { ToolDefinition } from "@hermes/models";
import { expect, test } from "vitest";
import { z } from "zod";
import { Agent, memoryJournal } from "../src/index.ts";
import type { AgentEvent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, expectValid, script } from "./support.ts";
import { expectTakenByAll } from "./support-wires.ts";

const person = z.object({ name: z.string(), age: z.int() });
const ada = { name: "Ada", age: 36 };
const adaText = JSON.stringify(ada);
const answering = (text: string, isNative: boolean) =>
  isNative ? { text } : { calls: [{ name: "final_answer", arguments: text }] };
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const long = process.env["HERMES_TEST_LONG"] === "1";
const megabytes = long ? 5 : 1;
const mega = "x".repeat(megabytes * 1_000_000);

interface Tree {
  readonly kids: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.object({ kids: z.array(z.lazy(() => tree)) });

test.each<[string, string]>([
  ["prose", "It was Ada, I think."],
  ["half an object", '{"name":"Ada","age":'],
  ["nothing but a fence", "```json"],
  ["a fence that never ends", `\`\`\`json ${" ".repeat(100_000)}x`],
  ["a fence of fences", "```".repeat(30_000)],
  ["megabytes of a broken text", `{"name":"${mega}`],
  ["megabytes of breaks", `{"name":"${"\n\\".repeat(megabytes * 300_000)}`],
  ["megabytes that do not fit", `{"name":"Ada","age":"${mega}"}`],
  ["megabytes of commas", `[${", ".repeat(megabytes * 300_000)}`],
  ["100 000 lists", deep(100_000)],
  ["lists that do not end", "[".repeat(1_000_000)],
  ["100 000 lists in a field", `{"name":${deep(100_000)},"age":1}`],
  ["a prototype", '{"__proto__":{"name":"Ada","age":36}}'],
  ["a lone surrogate in a wrong place", '{"name":"Ada","age":"\\ud800"}'],
  ["a number that is none", '{"name":"Ada","age":1e999}'],
  ["null", "null"],
])("%s: the problem is told once in few words, and the second answer counts", async (_, text) => {
  for (const isNative of [true, false]) {
    const model = script([answering(text, isNative), answering(adaText, isNative)], {
      takesOutputSchemas: isNative,
      deltaChars: 2_000,
    });
    const agent = new Agent({ model, output: person });
    const startedAt = performance.now();

    const events = await collect(agent.run("go"));

    expect(endOf(events)).toMatchObject({ reason: "answered", output: ada, rounds: 2 });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1)).length).toBeLessThan(5_000);
    expect(({} as Record<string, unknown>)["name"]).toBeUndefined();
    expectValid(agent.messages);
    if (text.length < 1_000) await expectTakenByAll(agent.messages);
  }
});

test.each<[string, string, unknown]>([
  ["a fence with words around", 'Here:\n```json\n{"name":"Ada","age":36}\n```\nDone.', undefined],
  ["a fence", '```\n{"name":"Ada","age":36}\n```', ada],
  ["keys twice", '{"name":"Bob","name":"Ada","age":36}', ada],
  ["a lone surrogate", '{"name":"\\ud83d","age":36}', { name: "\ud83d", age: 36 }],
  ["a prototype beside the fields", '{"name":"Ada","age":36,"__proto__":{"admin":true}}', ada],
])("%s is read as it is, or asked for again", async (_, text, value) => {
  const model = script([{ text }, { text: adaText }]);
  const agent = new Agent({ model, output: person });

  const { output } = endOf(await collect(agent.run("go")));

  expect(output).toEqual(value ?? ada);
  expect((output as Record<string, unknown>)["admin"]).toBeUndefined(); // of the person, which is an object
  await expectTakenByAll(agent.messages);
});

test("deep data that a schema allows is no more than JSON can be written again", async () => {
  const kids = (levels: number): string => `${'{"kids":['.repeat(levels)}${"]}".repeat(levels)}`;
  for (const [output, text] of [
    [z.any(), deep(200_000)],
    [tree, kids(50_000)],
  ] as const) {
    const model = script(() => ({ text }), { takesOutputSchemas: true, deltaChars: 1_000 });
    const events = await collect(new Agent({ model, output }).run("go"));

    expect(endOf(events)).toMatchObject({ reason: "invalid-output" });
    expect(() => JSON.stringify(events)).not.toThrow();
  }
  const model = script([{ text: kids(20) }], { takesOutputSchemas: true });
  expect(JSON.stringify(await new Agent({ model, output: tree }).chat("go"))).toBe(kids(20));
});

test("references of a schema that travels in an object lead where they led", async () => {
  const node: z.ZodType = z.union([z.int(), z.array(z.lazy(() => node))]).meta({ id: "answer" });
  const pointing = {
    anyOf: [{ type: "integer" }, { $ref: "#/$defs/answer" }],
    $defs: { answer: { type: "string" } },
  };
  for (const [output, value] of [
    [node, [1, [2, [3]]]],
    [pointing, "yes"],
  ] as const) {
    const model = script([{ text: JSON.stringify({ value }) }], { takesOutputSchemas: true });
    expect(await new Agent({ model, output }).chat("go")).toEqual(value);
    const sent = model.requests[0]?.output?.schema;
    for (const [, path = ""] of JSON.stringify(sent).matchAll(/"\$ref":"#\/?([^"]*)"/g)) {
      const led = path.split("/").reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], sent); // a schema is made of objects
      expect([path, typeof led]).toEqual([path, "object"]);
    }
  }
});

test("an enum of 20 000 names is sent, checked and complained about in few words", async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `name-${index}`) as [string, ...string[]]; // not empty
  const model = script([{ text: '{"value":"nobody"}' }, { text: '{"value":"name-19999"}' }], {
    takesOutputSchemas: true,
  });

  expect(await new Agent({ model, output: z.enum(names) }).chat("go")).toBe("name-19999");
  expect(JSON.stringify(model.requests[1]?.messages.at(-1)).length).toBeLessThan(5_000);
});

test("the answer twice, beside other tools, and under a wrong name: one counts, all calls have results", async () => {
  const call = (name: string, value: unknown) => ({ name, arguments: JSON.stringify(value) });
  const model = script([
    { calls: [call("final_answer_2", ada), call("Final_Answer", ada)] },
    { calls: [call("final_answer", { name: 7 }), call("echo", { text: "x" }), call("final_answer", ada)] },
    {
      calls: [
        call("final_answer", ada),
        call("final_answer", { name: "Bob", age: 1 }),
        call("echo", { text: "y" }),
      ],
    },
  ]);
  const agent = new Agent({ model, tools: [echoTool()], output: person });

  const events = await collect(agent.run("go"));

  expect(endOf(events)).toMatchObject({ reason: "answered", output: ada });
  expectValid(agent.messages);
  await expectTakenByAll(agent.messages, [...(model.requests.at(-1)?.tools ?? [])]);
});

test("an abort at any event leaves a valid history, and continue() gives the data", async () => {
  for (const isNative of [true, false]) {
    const steps = () => {
      let count = 0;
      return script(
        () =>
          count++ === 0 ? answering('{"name":"Ada","age":"old"}', isNative) : answering(adaText, isNative),
        { takesOutputSchemas: isNative, deltaChars: 4 },
      );
    };
    const whole = await collect(new Agent({ model: steps(), output: person }).run("go"));
    for (let at = 0; at < whole.length - 1; at += long ? 1 : 4) {
      const journal = memoryJournal();
      const agent = new Agent({ model: steps(), journal, sessionId: "s", output: person });
      const controller = new AbortController();
      const events: AgentEvent[] = [];
      for await (const event of agent.run("go", { signal: controller.signal }))
        if (events.push(event) > at) controller.abort();
      await agent.close();
      const again = new Agent({ model: steps(), journal, sessionId: "s", output: person });
      await again.open();
      expectValid(again.messages);
      await expectTakenByAll(again.messages, toolsOf(again));
      const end = endOf(events);
      if (end.output === undefined) expect(endOf(await collect(again.continue())).output).toEqual(ada);
      await expectTakenByAll(again.messages, toolsOf(again));
    }
  }
});

/** The tools of a session of which nothing is left but its history. */
function toolsOf({ messages }: Agent): ToolDefinition[] {
  const names = messages.flatMap(({ role, content }) =>
    role === "assistant" ? content.flatMap((part) => (part.type === "tool-call" ? [part.name] : [])) : [],
  );
  return [...new Set(names)].map((name) => ({
    name,
    description: "x",
    parameters: { type: "object", properties: {} },
  }));
}
