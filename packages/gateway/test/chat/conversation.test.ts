import { scripted } from "@hermes/agent-loop";
import { defineSlashCommand } from "@hermes/agent-loop/controller";
import { expect, test } from "vitest";
import { scriptedPlatform } from "../../src/testing/index.ts";
import { openAccess, startGateway } from "../support.ts";

const counting = () => scripted((_, index) => ({ text: `Answer ${index}` }));

test("/new begins another session, and /resume goes back", async () => {
  const model = counting();
  const { chat, store, state } = await startGateway({
    model,
    controllerPorts: () => ({
      sessions: {
        list: async () => [],
        find: async (wanted) => wanted,
        setTitle: async () => true,
        export: async () => "",
      },
    }),
  });

  await chat.say("one");
  await chat.until((shown) => shown.length === 1);
  const [before] = await store.chats.list({});
  await chat.say("/new");
  await chat.until((shown) => shown.length === 2);
  await chat.say("two");
  await chat.until((shown) => shown.length === 3);
  await chat.say(`/resume ${before?.sessionId ?? ""}`);
  await chat.until((shown) => shown.length === 4);
  await chat.say("three");
  await chat.until((shown) => shown.length === 5);

  expect(chat.texts()).toEqual([
    "Answer 0",
    "A new conversation begins.",
    "Answer 1",
    "Resumed.",
    "Answer 2",
  ]);
  expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 1, 3]);
  expect(state.sessions.get(before?.sessionId ?? "")).toBeDefined();
});

test("/help has a line for each command that the person may type, without columns", async () => {
  const access = { ...openAccess(), mayRun: (command: string) => ["help", "new"].includes(command) };
  const { chat } = await startGateway({ model: counting(), access });

  await chat.say("/help");
  await chat.until((shown) => shown.length === 1);
  await chat.say("/help new");
  await chat.until((shown) => shown.length === 2);

  const [all = "", one = ""] = chat.texts();
  expect(all.split("\n")).toEqual([
    "Session",
    "/new [title]: Start a new session; the old one stays in the store.",
    "",
    "Info",
    "/help [command]: Show these commands, or all about one.",
    "",
    "About a command: /help NAME",
  ]);
  expect(one).toContain("Also: /reset");
});

test("an idle chat keeps rows alone, and its next message goes on where it was", async () => {
  const model = counting();
  const { chat, gateway, sessions } = await startGateway({ model, limits: { closeIdleMs: 20 } });

  await chat.say("one");
  await chat.until((shown) => shown.length === 1);
  await expect.poll(async () => (await gateway.status()).platforms[0]?.chatsOpen).toBe(0);
  await expect.poll(() => sessions.live).toBe(0);
  await chat.say("two");
  await chat.until((shown) => shown.length === 2);

  expect(model.requests.at(-1)?.messages).toHaveLength(3);
});

test("a session with commands in its background stays open", async () => {
  const { chat, sessions } = await startGateway({ model: counting(), limits: { closeIdleMs: 10 } });
  sessions.backgroundJobs = 1;

  await chat.say("one");
  await chat.until((shown) => shown.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 60));

  expect(sessions.live).toBe(1);
});

test("a conversation begins anew after its time, with memory saved and the person told once", async () => {
  let time = Date.now();
  const model = counting();
  const { chat, sessions } = await startGateway({
    model,
    now: () => time,
    chats: { reset: { mode: "idle", atHour: 4, idleMinutes: 60 } },
  });

  await chat.say("one");
  await chat.until((shown) => shown.length === 1);
  time += 61 * 60_000;
  await chat.say("two");
  await chat.until((shown) => shown.length === 3);
  await chat.say("three");
  await chat.until((shown) => shown.length === 4);

  expect(chat.texts()).toEqual([
    "Answer 0",
    "It has been a while: this is a new conversation. /resume goes back to an earlier one.",
    "Answer 1",
    "Answer 2",
  ]);
  expect(sessions.saved).toBe(1);
  expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 1, 3]);
});

test("in a group each person has a conversation of their own, or all share one that names them", async () => {
  const apart = counting();
  const one = await startGateway({ model: apart });
  await one.chat.say("hi", { from: "ann", chatKind: "group" });
  await one.chat.say("hi", { from: "bob", chatKind: "group" });
  await one.chat.until((shown) => shown.length === 2);

  const shared = counting();
  const two = await startGateway({ model: shared, chats: { groupSessionsPerUser: false } });
  await two.chat.say("hi", { from: "[bob]", chatKind: "group" });
  await two.chat.until((shown) => shown.length === 1);
  await two.chat.say("hi", { from: "ann", chatKind: "group" });
  await two.chat.until((shown) => shown.length === 2);

  expect(apart.requests.map(({ messages }) => messages.length)).toEqual([1, 1]);
  expect(JSON.stringify(shared.requests.at(-1)?.messages)).toMatch(/\[bob\] hi.*\[ann\] hi/);
});

test("an answer is shown while it grows, in one message, and is whole in the end", async () => {
  const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
  const model = scripted([{ text, delayMs: 10 }]);
  const { chat } = await startGateway({ model, chats: { streaming: true } });

  await chat.say("tell me");
  await chat.until((shown) => shown[0]?.text === text);

  expect(chat.shown).toHaveLength(1);
  expect(chat.shown[0]?.edits).toBeGreaterThan(1);
});

test("an answer that outgrows a message goes on in the next", async () => {
  const text = "x".repeat(250);
  const platform = scriptedPlatform({ maxChars: 100 });
  const { chat } = await startGateway({ model: scripted([{ text }]), chat: platform });

  await chat.say("tell me");
  await chat.until((shown) => shown.length === 3);

  expect(chat.texts().join("")).toBe(text);
});

test("an answer of nothing but the marker of silence sends nothing", async () => {
  const model = scripted([{ text: "[SILENT]" }, { text: "[SILENT] is a word" }]);
  const { chat, store } = await startGateway({ model });

  await chat.say("one");
  await chat.say("two", { chat: "other" });
  await chat.until((shown) => shown.length === 1);

  await expect.poll(async () => await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
  expect(chat.shown.map((message) => message.text)).toEqual(["[SILENT] is a word"]);
});

test("what goes wrong in a turn is said shortly, without secrets", async () => {
  const model = scripted([{ error: new Error("No connection with key sk-secret") }]);
  const { chat } = await startGateway({
    model,
    redact: (text) => text.replaceAll("sk-secret", "[redacted]"),
  });

  await chat.say("one");
  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()[0]).toContain("[redacted]");
});

test("after an outage the backlog is one message, or the newest alone", async () => {
  const sentAt = Date.now() - 600_000;
  const together = counting();
  const one = await startGateway({ model: together, chats: { backlog: "summary" } });
  for (const text of ["a", "b", "c"]) await one.chat.say(text, { sentAt });
  await one.chat.until((shown) => shown.length === 1);

  const newest = counting();
  const two = await startGateway({ model: newest, chats: { backlog: "newest" } });
  for (const text of ["a", "b", "c"]) await two.chat.say(text, { sentAt });
  await two.chat.until((shown) => shown.length === 1);

  expect(JSON.stringify(together.requests[0]?.messages)).toContain("a\\nb\\nc");
  expect(newest.requests.map(({ messages }) => JSON.stringify(messages.at(-1)))).toEqual([
    expect.stringContaining('"c"'),
  ]);
});

test("a session that was handed over goes on in the chat", async () => {
  const model = counting();
  const { chat, store } = await startGateway({ model });
  await chat.say("one");
  await chat.until((shown) => shown.length === 1);
  const [{ sessionId = "" } = {}] = await store.chats.list({});
  await chat.say("/new");
  await chat.until((shown) => shown.length === 2);

  const to = { platform: "scripted", chatId: "chat" };
  const id = await store.handoffs.ask({ sessionId, title: "Trip", to }, Date.now());
  await chat.until((shown) => shown.length === 3);
  await chat.say("two");
  await chat.until((shown) => shown.length === 4);

  expect((await store.handoffs.get(id))?.state).toBe("done");
  expect(chat.texts()[2]).toBe("This conversation goes on here: Trip");
  expect(model.requests.at(-1)?.messages).toHaveLength(3);
});

test("a command with a hyphen can be typed with the underscore that menus have in its place", async () => {
  const model = counting();
  const { chat } = await startGateway({
    model,
    commands: [defineSlashCommand({ name: "say-so", summary: "Says so.", run: () => ({ lines: ["So."] }) })],
  });

  await chat.say("/say_so@hermes_bot");
  await chat.say("/say_so");
  await chat.say("/say-so");
  await chat.until((shown) => shown.length === 3);

  expect(chat.shown.map(({ text }) => text)).toEqual(["So.", "So.", "So."]);
  expect(model.requests).toHaveLength(0);
});
