import { scripted, z } from "@hermes/agent-loop";
import type { ModelRequest } from "@hermes/agent-loop";
import { defineTool } from "@hermes/registry";
import { expect, test } from "vitest";
import { startGateway } from "../support.ts";
import type { TestGateway, TestGatewayOptions } from "../support.ts";

function userWords({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "user"
      ? [message.content.map((part) => (part.type === "text" ? part.text : "")).join("")]
      : [],
  );
}

/** A gateway whose first turn waits in a tool until the test lets it go on. */
async function inTheMiddle(
  options: Omit<TestGatewayOptions, "model"> = {},
): Promise<TestGateway & { readonly requests: readonly ModelRequest[]; letGo(): void }> {
  let [letGo, begun] = [(): void => undefined, (): void => undefined];
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const running = new Promise<void>((resolve) => (begun = resolve));
  const wait = defineTool({
    name: "wait",
    toolset: "test",
    description: "Waits.",
    input: z.object({}),
    async execute(_, { signal }) {
      begun();
      await Promise.race([released, new Promise((resolve) => signal?.addEventListener("abort", resolve))]);
      return "done";
    },
  });
  const model = scripted((request, index) =>
    index === 0 ? { calls: [{ name: "wait" }] } : { text: `Answer to ${userWords(request).at(-1) ?? ""}` },
  );
  const made = await startGateway({ model, tools: [wait], ...options });
  await made.chat.say("begin");
  await running;
  return { ...made, requests: model.requests, letGo };
}

test("steer: a message rides on the next result, and has no answer of its own", async () => {
  const { chat, requests, letGo, store } = await inTheMiddle();

  await chat.say("use blue");
  letGo();
  await chat.until((shown) => shown.length === 1);

  const result = requests[1]?.messages.at(-1);
  expect(result?.role === "tool" && result.notes?.join()).toContain("use blue");
  expect(chat.texts()).toEqual(["Answer to begin"]);
  expect(await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
});

test("steer: untrusted words wait for a turn of their own, in which they are data", async () => {
  const { chat, requests, letGo } = await inTheMiddle();

  await chat.say("/new", { isUntrusted: true });
  letGo();
  await chat.until((shown) => shown.length === 2);

  const words = requests.at(-1)?.messages.at(-1);
  expect(words).toMatchObject({ role: "user", provenance: [{ source: "chat" }] });
  expect(chat.texts()).toEqual(["Answer to begin", "Answer to /new"]);
});

test("queue: messages have turns of their own, in order", async () => {
  const { chat, letGo } = await inTheMiddle({ chats: { busyMode: "queue" } });

  await chat.say("one");
  await chat.say("two");
  letGo();
  await chat.until((shown) => shown.length === 3);

  expect(chat.texts()).toEqual(["Answer to begin", "Answer to one", "Answer to two"]);
});

test("interrupt: a message ends the turn and is answered at once", async () => {
  const { chat } = await inTheMiddle({ chats: { busyMode: "interrupt" } });

  await chat.say("rather this");
  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["Answer to rather this"]);
});

test("/queue waits whatever the mode is, and /busy is kept for the chat", async () => {
  const { chat, letGo, store } = await inTheMiddle();

  await chat.say("/queue later");
  letGo();
  await chat.until((shown) => shown.length === 2);
  await chat.say("/busy interrupt");
  await chat.until((shown) => shown.length === 3);

  expect(chat.texts().slice(0, 2)).toEqual(["Answer to begin", "Answer to later"]);
  await expect.poll(async () => (await store.chats.list({}))[0]?.busyMode).toBe("interrupt");
});

test("/stop ends the turn and forgets what waits", async () => {
  const { chat, store, requests } = await inTheMiddle({ chats: { busyMode: "queue" } });

  await chat.say("one");
  await chat.say("/stop");
  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["Stopped.\n1 waiting message forgotten."]);
  await expect.poll(async () => await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
  expect(requests).toHaveLength(1);
});

test("an edit corrects what still waits, and is told where it comes too late", async () => {
  const { chat, letGo } = await inTheMiddle({ chats: { busyMode: "queue" } });

  await chat.say("teh question", { messageId: "q" });
  await chat.say("the question", { messageId: "q", updateId: "e1", isEdit: true });
  letGo();
  await chat.until((shown) => shown.length === 2);
  await chat.say("the last question", { messageId: "q", updateId: "e2", isEdit: true });
  await chat.say("the last question", { messageId: "q", updateId: "e2", isEdit: true });
  await chat.until((shown) => shown.length === 3);

  expect(chat.texts()).toEqual([
    "Answer to begin",
    "Answer to the question",
    "Answer to (A correction of what I said before:) the last question",
  ]);
});

test("more messages than a chat may have waiting are refused with a word", async () => {
  const { chat, letGo } = await inTheMiddle({ chats: { busyMode: "queue" }, limits: { queuedPerChat: 2 } });

  for (const text of ["one", "two", "three", "four"]) await chat.say(text);
  letGo();
  await chat.until((shown) => shown.length === 4);

  expect(chat.texts().filter((text) => text.startsWith("Answer"))).toEqual([
    "Answer to begin",
    "Answer to one",
    "Answer to two",
  ]);
  expect(chat.texts().filter((text) => text.startsWith("Too much waits"))).toHaveLength(1);
});

test("a drain interrupts what takes too long, and the next start goes on with it", async () => {
  const first = await inTheMiddle();
  await first.gateway.drain(30);

  const model = scripted((request) => ({ text: `Answer to ${userWords(request).at(0) ?? ""}` }));
  const second = await startGateway({ model, over: first });
  await second.chat.until((shown) => shown.length === 2);

  expect(first.chat.texts()).toEqual([]);
  expect(second.chat.texts()).toEqual([
    "I was restarted in the middle of this, and go on now.",
    "Answer to begin",
  ]);
});

test("steer: a message that finds no result to ride on is answered next, and settled with that", async () => {
  let [letGo, begun] = [(): void => undefined, (): void => undefined];
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const running = new Promise<void>((resolve) => (begun = resolve));
  const model = scripted(async (request, index) => {
    begun();
    if (index === 0) await released;
    return { text: `Answer to ${userWords(request).at(-1) ?? ""}` };
  });
  const { chat, store } = await startGateway({ model });
  await chat.say("begin");
  await running;

  await chat.say("one more");
  await chat.say("and another");
  letGo();
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual(["Answer to begin", "Answer to one more\nand another"]);
  await expect.poll(async () => await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
});
