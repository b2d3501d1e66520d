import { expect, test } from "vitest";
import { Agent } from "../src/index.ts";
import type { GuardrailOptions, Tool } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, expectValid, script, toolMessages, toolThat } from "./support.ts";

/** Runs one call after another and gives the notes on each result. */
async function notesOf(
  tool: Tool,
  calls: readonly object[],
  guardrails?: GuardrailOptions,
): Promise<string[]> {
  const steps = calls.map((args) => ({ calls: [{ name: tool.name, arguments: { ...args } }] }));
  const agent = new Agent({ model: script([...steps, { text: "ok" }]), tools: [tool], guardrails });
  await collect(agent.run("go"));
  expectValid(agent.messages);
  return toolMessages(agent.messages).map((message) => (message.notes ?? []).join(" "));
}

const failing = toolThat("work", () => {
  throw new Error("no");
});

test("the second failure of the same call is remarked on its result", async () => {
  const notes = await notesOf(failing, [{ n: 1 }, { n: 1 }]);

  expect(notes[0]).toBe("");
  expect(notes[1]).toContain("failed 2 times");
});

test("the third failure of one tool is remarked, whatever its arguments", async () => {
  const notes = await notesOf(failing, [{ n: 1 }, { n: 2 }, { n: 3 }]);

  expect(notes.slice(0, 2)).toEqual(["", ""]);
  expect(notes[2]).toContain("failed 3 times in a row");
});

test("a success in between starts the count anew", async () => {
  let runs = 0;
  const flaky = toolThat("work", () => {
    if (++runs % 2 === 1) throw new Error("no");
    return {};
  });

  const notes = await notesOf(flaky, [{ n: 1 }, { n: 1 }, { n: 1 }, { n: 1 }]);

  expect(notes).toEqual(["", "", "", ""]);
});

test("a read-only call with the same result again is remarked; one that changes things is not", async () => {
  expect((await notesOf(echoTool({ readOnly: true }), [{ text: "x" }, { text: "x" }]))[1]).toContain(
    "same result 2 times",
  );
  expect(await notesOf(echoTool(), [{ text: "x" }, { text: "x" }])).toEqual(["", ""]);
});

test("an exit code other than 0 is a failure; the word error in a result is not", async () => {
  const exits = toolThat("work", () => ({ output: "", exit_code: 1 }));
  const speaks = toolThat("work", () => ({
    output: 'error: "exit_code": 1 failed',
    nested: { exit_code: 1 },
  }));

  expect((await notesOf(exits, [{ n: 1 }, { n: 1 }]))[1]).toContain("failed 2 times");
  expect(await notesOf(speaks, [{ n: 1 }, { n: 1 }])).toEqual(["", ""]);
});

test("without the hard stop a model may go on in circles", async () => {
  const notes = await notesOf(
    failing,
    Array.from({ length: 9 }, () => ({ n: 1 })),
  );

  expect(notes).toHaveLength(9);
});

test("the hard stop ends the turn after the fifth failure of the same call", async () => {
  const agent = new Agent({
    model: script(() => ({ calls: [{ name: "work", arguments: { n: 1 } }] })),
    tools: [failing],
    guardrails: { hardStop: true },
  });

  const end = endOf(await collect(agent.run("go")));

  expect(end).toMatchObject({
    reason: "guardrail",
    rounds: 5,
    error: { code: "TURN_STOPPED", message: expect.stringContaining("work failed 5 times") },
  });
  expectValid(agent.messages);
});

test("what happened in one turn does not count in the next", async () => {
  const call = { calls: [{ name: "work", arguments: { n: 1 } }] };
  const agent = new Agent({ model: script([call, { text: "a" }, call, { text: "b" }]), tools: [failing] });

  await agent.chat("one");
  await agent.chat("two");

  expect(toolMessages(agent.messages).flatMap((message) => message.notes ?? [])).toEqual([]);
});

test("a success of a tool ends its row of failures, whatever the arguments", async () => {
  let runs = 0;
  const flaky = toolThat("work", () => {
    if (++runs !== 3) throw new Error("no");
    return {};
  });

  expect(await notesOf(flaky, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }])).toEqual([
    "",
    "",
    "",
    "",
    "",
  ]);
});
