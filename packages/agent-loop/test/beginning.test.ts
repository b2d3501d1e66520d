import fc from "fast-check";
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { expect, test } from "vitest";
import { Agent, memoryJournal } from "../src/index.ts";
import { expectValid, lastRequest, parsed, runs, toolMessages } from "./support.ts";
import { expectTakenByAll } from "./support-wires.ts";

const said = (role: "user" | "assistant", text: string): Message => ({
  role,
  content: [{ type: "text", text }],
});
const beginning = [said("user", "My name is Ada."), said("assistant", "Hello Ada.")];

test("a new session begins with messages, which another process finds again", async () => {
  const journal = memoryJournal();
  const model = scripted(() => ({ text: "Ada." }));
  const agent = new Agent({ model, journal, sessionId: "s1", messages: beginning });

  await agent.chat("What is my name?");

  expect(lastRequest(model).messages.slice(0, 2)).toEqual(beginning);
  expect((await journal.load("s1"))?.messages).toHaveLength(4);
});

test("a session that is there goes on with its own messages", async () => {
  const journal = memoryJournal();
  const model = scripted(() => ({ text: "ok" }));
  await new Agent({ model, journal, sessionId: "s1", messages: beginning }).chat("one");

  const again = new Agent({ model, journal, sessionId: "s1", messages: [said("user", "Something else.")] });
  const { resumed } = await again.open();

  expect(resumed).toBe(true);
  expect(again.messages).toHaveLength(4);
  expect(again.messages[0]).toEqual(beginning[0]);
});

test("what is no valid history is made one: a call without a result says that it did not run, a result without a call is left out", async () => {
  const model = scripted(() => ({ text: "ok" }));
  const messages: readonly Message[] = [
    said("user", "go"),
    { role: "assistant", content: [{ type: "tool-call", id: "c1", name: "look", arguments: "{}" }] },
    { role: "tool", callId: "nobody's", name: "look", content: "{}" },
  ];

  const agent = new Agent({ model, messages });
  await agent.chat("on");

  expectValid(agent.messages);
  expect(toolMessages(agent.messages).map((message) => [message.callId, message.standsFor])).toEqual([
    ["c1", "not-run"],
  ]);
  expect(parsed(toolMessages(agent.messages)[0])).toHaveProperty("error");
});

test("the context of a session that is not begun counts its messages", async () => {
  const model = scripted(() => ({ text: "ok" }));

  const { parts } = await new Agent({ model, messages: beginning }).context();

  expect(
    parts
      .filter(({ group }) => group === "messages")
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(["answer", "person"]);
});

test("messages of another form are refused with the place and the way to translate them", () => {
  const model = scripted(() => ({ text: "ok" }));
  // Chat Completions have a text where these have parts.
  const messages = [beginning[0], { role: "user", content: "hi" }] as unknown as readonly Message[];

  expect(() => new Agent({ model, messages })).toThrow(
    expect.objectContaining({
      code: "AGENT_MESSAGES_INVALID",
      message: expect.stringContaining("messages[1].content"),
      hint: expect.stringContaining("fromChatCompletions"),
    }),
  );
});

test(
  "no history, however broken, begins a session that a provider would refuse",
  { timeout: 240_000 },
  async () => {
    const text = fc.constantFrom("", " ", "hi", "\ud83d", "{}", "}]");
    const id = fc.constantFrom("c1", "c1", "c2", "", "a b/c", "x".repeat(90));
    const call = fc.record({
      type: fc.constant("tool-call"),
      id,
      name: fc.constantFrom("look", "", "a.b"),
      arguments: text,
    });
    const said = fc.oneof(fc.record({ type: fc.constantFrom("text", "reasoning"), text }), call);
    const message = fc.oneof(
      fc.record({
        role: fc.constant("user"),
        content: fc.array(fc.record({ type: fc.constant("text"), text }), { maxLength: 2 }),
      }),
      fc.record({
        role: fc.constant("assistant"),
        content: fc.array(said, { maxLength: 3 }),
        finishReason: fc.constantFrom("stop", "tool-calls", "length", undefined),
      }),
      fc.record({
        role: fc.constant("tool"),
        callId: id,
        name: fc.constantFrom("look", ""),
        content: text,
        isError: fc.constantFrom(true, undefined),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (given) => {
        const model = scripted(() => ({ text: "ok" }));
        // Their roles and types are constants, which an arbitrary has as texts.
        const messages = given as readonly Message[];
        let agent: Agent;
        try {
          agent = new Agent({ model, messages });
        } catch (error) {
          expect(error).toMatchObject({ code: "AGENT_MESSAGES_INVALID" });
          return;
        }

        expect(await agent.chat("on")).toBe("ok");
        await expectTakenByAll(agent.messages, [
          { name: "look", description: "x", parameters: { type: "object", properties: {} } },
        ]);
      }),
      runs(40, 3_000),
    );
  },
);
