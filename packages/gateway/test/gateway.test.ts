import { scripted } from "@hermes/agent-loop";
import type { ModelRequest } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { scriptedPlatform } from "../src/testing/index.ts";
import { openAccess, openStore, startGateway } from "./support.ts";

/** The newest words of the person in a request. */
function wordsOf({ messages }: ModelRequest): string {
  const message = messages.findLast(({ role }) => role === "user");
  return message?.role === "user"
    ? message.content.map((part) => (part.type === "text" ? part.text : "")).join("")
    : "";
}

const echo = () => scripted((request) => ({ text: `You said: ${wordsOf(request)}` }));

test("a message is answered in its chat", async () => {
  const { chat } = await startGateway({ model: echo() });

  await chat.say("hello");
  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["You said: hello"]);
});

test("a message that is delivered twice is answered once", async () => {
  const { chat, store } = await startGateway({ model: echo() });

  await chat.say("hello", { messageId: "m1" });
  await chat.say("hello", { messageId: "m1" });
  await chat.say("again", { messageId: "m2" });
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual(["You said: hello", "You said: again"]);
  expect(await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
});

test("who may not speak is answered, and the model hears nothing of it", async () => {
  const model = echo();
  const { chat } = await startGateway({ model, access: openAccess(["stranger"]) });

  await chat.say("let me in", { from: "stranger", messageId: "m1" });
  await chat.say("let me in", { from: "stranger", messageId: "m1" });
  await chat.say("hello", { chat: "other" });
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual(["I don't know you."]);
  expect(model.requests.map(wordsOf)).toEqual(["hello"]);
});

test("messages within a burst are one turn", async () => {
  const model = echo();
  const { chat } = await startGateway({ model, limits: { burstMs: 60, burstCapMs: 1_000 } });

  await Promise.all(["one", "two", "three"].map(async (text) => await chat.say(text)));
  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["You said: one\ntwo\nthree"]);
  expect(model.requests).toHaveLength(1);
});

test("a conversation goes on after the gateway was started anew", async () => {
  const over = openStore();
  const model = echo();
  const first = await startGateway({ model, over });
  await first.chat.say("one");
  await first.chat.until((shown) => shown.length === 1);
  await first.gateway.drain();

  const second = await startGateway({ model, over });
  await second.chat.say("two");
  await second.chat.until((shown) => shown.length === 1);

  expect(model.requests[1]?.messages).toHaveLength(3);
});

test("an answer that may not have arrived is not repeated, and can be had again", async () => {
  const faults = ["accepted-then-dropped" as const];
  const { chat, gateway } = await startGateway({
    model: echo(),
    chat: scriptedPlatform({ fault: () => faults.shift() }),
  });

  await chat.say("hello");
  await chat.until((shown) => shown.length === 2);
  const [, notice] = chat.shown;
  const { platforms } = await gateway.status();
  await chat.press(notice?.buttons[0] ?? "");
  await chat.until((shown) => shown.length === 3);
  await chat.press(notice?.buttons[0] ?? "");

  expect(platforms[0]?.outbox).toMatchObject({ uncertain: 1, failed: 0 });
  expect(chat.texts()).toEqual([
    "You said: hello",
    "My message “You said: hello” may not have arrived.",
    "You said: hello",
  ]);
  expect(chat.pressAnswers).toEqual(["Sent again.", "It was sent again already."]);
});

test("where the platform knows what arrived, nothing stays uncertain", async () => {
  const faults = ["accepted-then-dropped" as const];
  const { chat, store } = await startGateway({
    model: echo(),
    chat: scriptedPlatform({ fault: () => faults.shift(), canLookUp: true }),
  });

  await chat.say("hello");
  await chat.say("more");
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual(["You said: hello", "You said: more"]);
  expect((await store.outbox.counts("scripted")).uncertain).toBe(0);
});
