import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRegistry } from "@hermes/registry";
import type { Origin } from "@hermes/registry";
import { openState } from "@hermes/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createChatDirectory } from "../../src/delivery/chat-directory.ts";
import { createDelivery } from "../../src/delivery/create-delivery.ts";
import type { DeliveryRequest } from "../../src/delivery/create-delivery.ts";
import { createHomeChannels } from "../../src/delivery/home-channels.ts";
import { parseTarget } from "../../src/delivery/parse-target.ts";
import { resolveTarget } from "../../src/delivery/resolve-target.ts";
import { createSendMessageTool } from "../../src/delivery/send-message-tool.ts";
import { builtinPlatforms } from "../../src/index.ts";
import type { Platform } from "../../src/index.ts";
import type { Chat } from "../../src/store/chat-store.ts";
import { gatewayTables } from "../../src/store/gateway-tables.ts";
import { sqliteGatewayStore } from "../../src/store/sqlite-gateway-store.ts";

function openDelivery(settings: Readonly<Record<string, { readonly home_channel?: string }>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hermes-delivery-"));
  const state = openState({ path: join(folder, "state.db"), migrations: [gatewayTables] });
  const now = (): number => 1_000_000;
  const store = sqliteGatewayStore(state, { now });
  const homes = createHomeChannels({ memory: store.memory, settings: () => ({ platforms: settings }) });
  const kept: string[] = [];
  const told: { readonly sessionId: string; readonly id: string; readonly text: string }[] = [];
  const delivery = createDelivery({
    store,
    homes,
    platforms: builtinPlatforms,
    presentation: {
      split: async (text) => ({ text, files: [] }),
      chunks: (text) => text.match(/[\s\S]{1,4096}/g) ?? [],
    },
    notices: { record: (sessionId, { id, text }) => told.push({ sessionId, id, text }) > 0 },
    keepFile: async (text) => `/files/${kept.push(text)}.md`,
    now,
  });
  return {
    ...{ state, store, homes, delivery, kept, told },
    send: async (target: string, more: Partial<DeliveryRequest> = {}) =>
      await delivery.send({ target, text: "hello", key: "k", ...more }),
    async seen(chatId: string, parts: Partial<Chat> = {}, sessionId?: string) {
      const key = `${chatId}:${parts.userId ?? ""}:${parts.at?.threadId ?? ""}`;
      const at = { platform: "telegram", chatId };
      await store.chats.seen({ key, at, kind: "group", tier: "owner", lastActiveAt: 1, ...parts });
      if (sessionId !== undefined) await store.chats.setSession(key, sessionId);
    },
    async [Symbol.asyncDispose]() {
      await state[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

test.for<[target: string, parsed: object | undefined]>([
  ["origin", { type: "origin" }],
  [" local ", { type: "file" }],
  ["all", { type: "all" }],
  ["Telegram", { type: "home", platform: "telegram" }],
  ["telegram:123", { type: "chat", platform: "telegram", rest: "123" }],
  ["telegram:-100123:45", { type: "chat", platform: "telegram", rest: "-100123:45" }],
  ["telegram:#Ops: night", { type: "chat", platform: "telegram", rest: "#Ops: night" }],
  ["matrix:!room:example.org", { type: "chat", platform: "matrix", rest: "!room:example.org" }],
  ["telegram:", undefined],
  ["", undefined],
  ["../etc", undefined],
  ["a b", undefined],
])("the target %j is read as what it says", ([target, parsed]) => {
  expect(parseTarget(target)).toEqual(parsed);
});

test("whatever is written as a target, it is read or refused", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTarget(text)));
});

test.for<[target: string, chats: readonly string[] | string]>([
  ["telegram:-100", ["-100"]],
  ["telegram:999", ["999"]],
  ["telegram:999:7", ["999:7"]],
  ["telegram:#ops", ["-100"]],
  ["telegram:OPS", ["-100"]],
  ["telegram:#Oper", ["-300"]],
  ["telegram:Ann", ["1"]],
  ["telegram:#o", "Several chats"],
  ["telegram:#nothing", "No chat of"],
  ["telegram", "has no home channel"],
  ["irc:1", "is not set up"],
  ["all", "No platform has a home channel"],
  ["origin", "not in a chat"],
  ["what?", "is no target"],
])("%s goes to %j", async ([target, expected]) => {
  await using world = openDelivery();
  await world.seen("-100", { title: "Ops" });
  await world.seen("-200", { title: "Ops night" });
  await world.seen("-300", { title: "Operations" });
  await world.seen("1", { kind: "dm", userId: "1", userName: "Ann" });

  const result = await world.send(target);

  if (typeof expected === "string")
    expect(result).toMatchObject({
      type: "problem",
      problem: expect.stringContaining(expected),
      hint: expect.any(String),
    });
  else {
    const ids =
      result.type === "queued"
        ? result.chats.map(({ at }) => [at.chatId, at.threadId].filter(Boolean).join(":"))
        : result;
    expect(ids).toEqual(expected);
  }
});

test("of several chats with one name all are named with their ids, as harmless lines", async () => {
  await using world = openDelivery();
  await world.seen("-1", { title: "Ops\u001b[31m\n\u202eevil" });
  await world.seen("-2", { title: "ops [31m evil" });

  expect(await world.send("telegram:#ops")).toMatchInlineSnapshot(`
    {
      "hint": "Name one by its id: telegram:-1 (Ops [31m evil), telegram:-2 (ops [31m evil).",
      "problem": "Several chats of "telegram" could be "#ops".",
      "type": "problem",
    }
  `);
});

test("the members of a group are one chat", async () => {
  await using world = openDelivery();
  for (const userId of ["1", "2"]) await world.seen("-100", { title: "Ops", userId });

  expect(await world.delivery.directory.list()).toHaveLength(1);
});

test("a message is a row before anything is sent, once for each key, in pieces that the platform takes", async () => {
  await using world = openDelivery();
  const text = "x".repeat(5_000);

  const first = await world.send("telegram:1", { text });
  const second = await world.send("telegram:1", { text });
  const other = await world.send("telegram:1", { text, key: "other" });

  expect(second).toEqual(first);
  const due = await world.store.outbox.counts("telegram");
  expect(due.queued).toBe(4);
  const keys = [first, other]
    .flatMap((each) => (each.type === "queued" ? each.chats : []))
    .flatMap((chat) => chat.keys);
  const rows = await Promise.all(keys.map(async (key) => await world.store.outbox.get(key)));
  expect(rows.map((row) => row?.text).join("")).toBe(text + text);
});

test("it is said whether a gateway serves the platform now", async () => {
  await using world = openDelivery();
  const isServed = async () => {
    const result = await world.send("telegram:1");
    return result.type === "queued" && result.chats[0]?.isServed;
  };

  expect(await isServed()).toBe(false);
  const owner = { host: "h", pid: 1 };
  await world.store.owners.acquire("telegram", { owner, now: 0, ttlMs: 60_000, isGone: () => false });
  expect(await isServed()).toBe(false);
  await world.store.owners.acquire("telegram", { owner, now: 1_000_000, ttlMs: 60_000, isGone: () => true });
  expect(await isServed()).toBe(true);
});

test("local is a file of this machine", async () => {
  await using world = openDelivery();

  expect(await world.send("local")).toEqual({ type: "kept", path: "/files/1.md" });
  expect(world.kept).toEqual(["hello"]);
});

test("a home channel is chosen in the chat, unless the settings name one; what has none says what to do", async () => {
  await using world = openDelivery();
  expect(await world.send("telegram")).toMatchObject({
    type: "problem",
    hint: expect.stringContaining("/sethome"),
  });

  expect(await world.homes.set({ platform: "telegram", chatId: "5", threadId: "6" })).toBe(true);

  expect(await world.homes.get("telegram")).toEqual({ platform: "telegram", chatId: "5", threadId: "6" });
  expect(await world.send("all")).toMatchObject({ type: "queued", chats: [{ at: { chatId: "5" } }] });
  await using set = openDelivery({ telegram: { home_channel: "-100:3" } });
  expect(await set.homes.set({ platform: "telegram", chatId: "5" })).toBe(false);
  expect(await set.send("telegram")).toMatchObject({ chats: [{ at: { chatId: "-100", threadId: "3" } }] });
});

test("the session of the chat learns what was sent there, the sending one and one of several do not", async () => {
  await using world = openDelivery();
  await world.seen("1", { kind: "dm", userId: "1" }, "s1");
  await world.seen("-100", { userId: "1" }, "s2");
  await world.seen("-100", { userId: "2" }, "s3");

  await world.send("telegram:1");
  await world.send("telegram:1", { sessionId: "s1", key: "own" });
  await world.send("telegram:1", { mirror: false, key: "quiet" });
  await world.send("telegram:-100", { key: "group" });

  expect(world.told).toEqual([
    { sessionId: "s1", id: "sent:k", text: expect.stringContaining("from elsewhere:\nhello") },
  ]);
});

const owner: Origin = { platform: "telegram", userId: "1", chatId: "1", entryPoint: "gateway" };

function callTool(world: ReturnType<typeof openDelivery>, { approve = true } = {}) {
  const asked: string[] = [];
  const registry = new ToolRegistry({
    guard: async ({ tool, args }) => {
      const { action, argument } = tool.describeCall?.(args) ?? {};
      const findings = (await tool.findings?.(args, contextOf(owner))) ?? [];
      if (findings.length === 0) return { allow: true };
      asked.push(`${action?.name} ${argument?.kind === "text" ? argument.text : ""}`);
      return approve ? { allow: true } : { allow: false, reason: "The person said no." };
    },
  });
  const mayUse = async ({ userId }: Origin) => userId === "1";
  registry.register(createSendMessageTool({ delivery: world.delivery, mayUse }));
  return {
    asked,
    call: async (args: object, origin: Origin = owner) => {
      const { content } = await registry.dispatch("send_message", args, contextOf(origin));
      return JSON.parse(content) as unknown;
    },
  };
}

function contextOf(origin: Origin) {
  return { taskId: "t", sessionId: "s", callId: "c", signal: new AbortController().signal, origin };
}

test("send_message asks with what is sent, lists chats without, and writes to where it is used without", async () => {
  await using world = openDelivery();
  await world.seen("-100", { title: "Ops" });
  const { call, asked } = callTool(world);

  expect(await call({ action: "list" })).toEqual({
    chats: [{ target: "telegram:-100", kind: "group", name: "Ops" }],
  });
  await call({ target: "origin", message: "here" });
  expect(asked).toEqual([]);
  expect(await call({ target: "telegram:#ops", message: "Done." })).toMatchObject({
    queued: [{ target: "telegram:-100", name: "Ops" }],
    note: expect.stringContaining("when it starts"),
  });
  expect(asked).toEqual(["message.send telegram:#ops Done."]);
  expect(await call({ target: "telegram:#x", message: "." })).toMatchObject({
    error: expect.stringContaining("#x"),
  });
  expect(await call({ target: "origin" })).toMatchObject({ error: expect.stringContaining("needed") });
});

test("after a no nothing is sent, and who is no owner sends nothing", async () => {
  await using world = openDelivery();
  const refused = callTool(world, { approve: false });
  const allowed = callTool(world);

  expect(await refused.call({ target: "telegram:1", message: "." })).toHaveProperty("error");
  expect(await allowed.call({ target: "origin", message: "." }, { ...owner, userId: "2" })).toMatchObject({
    error: expect.stringContaining("owner"),
  });

  expect((await world.store.outbox.counts("telegram")).queued).toBe(0);
});

test("a platform reads ids of its chats by itself, also where nobody has written yet and for its home channel", async () => {
  await using world = openDelivery();
  const { homes, store, state } = world;
  const rooms: Pick<Platform, "name" | "parseChat"> = {
    name: "rooms",
    parseChat: (written) => (/^![^:]+:[^:]+:\d+$/.test(written) ? { chatId: written } : undefined),
  };
  const resolve = async (target: string) =>
    await resolveTarget(target, {
      ...{ directory: createChatDirectory(store.chats), homes, platforms: () => [rooms] },
    });
  const known = createHomeChannels({
    ...{ memory: sqliteGatewayStore(state).memory, platforms: () => [rooms] },
    settings: () => ({ platforms: { rooms: { home_channel: "!a:example.org:8448" } } }),
  });

  expect(await resolve("rooms:!a:example.org:8448")).toEqual({
    type: "chats",
    at: [{ platform: "rooms", chatId: "!a:example.org:8448" }],
  });
  expect(await resolve("rooms:123")).toMatchObject({ type: "problem" });
  expect(await known.get("rooms")).toEqual({ platform: "rooms", chatId: "!a:example.org:8448" });
});

test("a message with files that were checked before is sent as it is, once for each key", async () => {
  await using world = openDelivery();
  const file = { path: "/files/a.pdf", name: "a.pdf", mimeType: "application/pdf", as: "document" } as const;

  for (const _ of [1, 2]) await world.send("telegram:7", { text: "MEDIA:/etc/passwd", files: [file] });

  const rows = await world.store.outbox.due("telegram", 2_000_000, 10);
  expect(rows.map(({ text, file: sent }) => [text, sent?.name])).toEqual([["MEDIA:/etc/passwd", undefined]]);
  expect((await world.store.outbox.counts("telegram")).queued).toBe(2);
});
