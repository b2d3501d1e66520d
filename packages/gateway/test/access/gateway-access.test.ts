import { Agent, scripted } from "@hermes/agent-loop";
import type { Model, ModelRequest } from "@hermes/agent-loop";
import { defineTool } from "@hermes/registry";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  createAccess,
  createGateway,
  createHomeChannels,
  gatewayTables,
  pairingTables,
  questionTables,
  sethomeCommand,
  sqliteGatewayStore,
  sqlitePairing,
  sqliteQuestions,
  whoamiCommand,
} from "../../src/index.ts";
import type { ChatSession, GatewayAccessSettings, OpenChatSession } from "../../src/index.ts";
import { scriptedPlatform } from "../../src/testing/index.ts";
import type { ScriptedPlatform } from "../../src/testing/index.ts";
import { plainPresentation, temporaryFolder } from "../support.ts";

interface Options {
  readonly model: Model;
  readonly settings?: GatewayAccessSettings["platforms"][string];
  readonly folder?: string;
  readonly chat?: ScriptedPlatform;
  readonly approvalWaitsMs?: number;
  readonly admitting?: readonly string[];
}

/** A gateway whose sessions ask before they change something: a real agent, a real store, and a tool that counts its runs. */
async function start({
  model,
  settings = { owners: ["ann"] },
  folder = temporaryFolder(),
  ...rest
}: Options) {
  const migrations = [gatewayTables, pairingTables, questionTables];
  const state: State = openState({ path: join(folder, "state.db"), migrations, fillIndexAtOnce: false });
  const store = sqliteGatewayStore(state);
  const pairing = sqlitePairing(state);
  const homes = createHomeChannels({ memory: store.memory, settings: () => ({ platforms: {} }) });
  const access = createAccess({
    settings: () => ({ gateway: {}, platforms: { scripted: settings } }),
    pairing,
    admitting: () => rest.admitting ?? [],
    chatsFolder: join(folder, "chats"),
    log: () => undefined,
    questions: {
      rows: sqliteQuestions(state),
      approvals: state.approvals,
      outbox: store.outbox,
      chunks: (markdown) => [markdown],
      sessionOf: async (chat) => (await store.chats.get(chat))?.sessionId,
      redact: (text) => text,
      approvalWaitsMs: rest.approvalWaitsMs,
    },
  });
  const ran: string[] = [];
  const opened: OpenChatSession[] = [];
  const drop = defineTool({
    name: "drop",
    toolset: "test",
    description: "Drops a table.",
    input: z.object({ table: z.string() }),
    execute: ({ table }) => ({ dropped: ran.push(table) }),
  });
  const chat = rest.chat ?? scriptedPlatform();
  const gateway = createGateway({
    ...{ store, access, presentation: plainPresentation, limits: { burstMs: 0 } },
    platforms: [{ platform: chat.platform, settings: {}, chats: { threadSessionsPerUser: false } }],
    commands: [whoamiCommand(store.chats), sethomeCommand(store.chats, homes)],
    controllerPorts: () => ({ approvals: state.approvals }),
    sessions: {
      async open(request): Promise<ChatSession> {
        opened.push(request);
        const { resume, origin, approver, tier } = request;
        const agent = new Agent({
          ...{ model, journal: state.journal, origin, approvals: state.approvals },
          ...(tier === "owner" ? { tools: [drop] } : {}),
          ...(approver === null ? {} : { approver }),
          ...(resume === undefined ? {} : { sessionId: resume }),
        });
        await agent.open();
        const close = async (): Promise<void> => await agent.close();
        return {
          id: agent.sessionId,
          agent,
          resumed: resume !== undefined,
          backgroundJobs: 0,
          [Symbol.asyncDispose]: close,
        };
      },
    },
  });
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await gateway.close();
    await state[Symbol.asyncDispose]();
  };
  onTestFinished(stop);
  await gateway.start();
  return { gateway, chat, store, state, pairing, homes, opened, ran, stop, folder };
}

/** Calls the tool once it is asked to, and then says what came of it. */
function dropping() {
  return scripted(({ messages }: ModelRequest) => {
    const last = messages.at(-1);
    if (last?.role === "tool")
      return { text: `Result: ${JSON.stringify(last).includes("dropped") ? "done" : "not done"}` };
    return { calls: [{ name: "drop", arguments: { table: "users" } }] };
  });
}

function echo() {
  return scripted(({ messages }: ModelRequest) => {
    const text = messages.flatMap((each) => (each.role === "user" ? each.content : []));
    return { text: `Heard ${text.map((part) => (part.type === "text" ? part.text : "")).join(" / ")}` };
  });
}

async function asks(chat: ScriptedPlatform): Promise<string> {
  await chat.until((shown) => shown.some(({ text }) => text.includes("May this")));
  const key = chat.shown.find(({ text }) => text.includes("May this"))?.key ?? "";
  return /^question:([0-9a-f]+):/.exec(key)?.[1] ?? "";
}

test("a stranger is turned away with a code, is let in by it, and is then a user without the owner's tools", async () => {
  const { chat, pairing, opened } = await start({ model: echo(), settings: {} });

  await chat.say("hello", { from: "bea", chatKind: "dm" });
  await chat.until((shown) => shown.length === 1);
  const [code = ""] = /[A-Z2-9]{8}/.exec(chat.texts()[0] ?? "") ?? [];
  expect(opened).toEqual([]);
  await pairing.approve("scripted", code, { tier: "user" });
  await chat.say("hello again", { from: "bea", chatKind: "dm" });
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()[1]).toBe("Heard hello again");
  expect(opened).toMatchObject([
    { tier: "user", toolsets: ["clarify", "todo", "web", "vision"], approver: null },
  ]);
  expect(opened[0]?.folder).toContain("/chats/scripted/");
});

test("what an owner asks for is done once they have pressed yes, once, whoever else presses and how often", async () => {
  const { chat, ran, state } = await start({ model: dropping() });
  await chat.say("drop it", { from: "ann", chatKind: "group" });
  const id = await asks(chat);
  expect(ran).toEqual([]);

  for (const from of ["bob", "eve"]) await chat.press(`q:${id}:0`, { from });
  expect(ran).toEqual([]);
  for (const _ of [1, 2, 3]) await chat.press(`q:${id}:0`, { from: "ann" });
  await chat.until((shown) => shown.some(({ text }) => text.includes("Result: done")));

  expect(ran).toEqual(["users"]);
  expect(state.approvals.get(id)).toMatchObject({ status: "answered", actor: "scripted:ann" });
  expect(chat.pressAnswers).toEqual([
    "Only the person who was asked can answer this.",
    "Only the person who was asked can answer this.",
    "✓ Allowed once by ann.",
    "This was answered before.",
    "This was answered before.",
  ]);
});

test("a no by text, with its reason, is what the model hears", async () => {
  const model = dropping();
  const { chat, ran } = await start({ model });
  await chat.say("drop it", { from: "ann", chatKind: "dm" });
  await asks(chat);

  await chat.say("/deny use a copy", { from: "ann", chatKind: "dm" });
  await chat.until((shown) => shown.some(({ text }) => text.includes("Result: not done")));

  expect(ran).toEqual([]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("use a copy");
});

test("untrusted words with an owner's id answer no question, and the owner still can", async () => {
  const { chat, ran, state } = await start({ model: dropping() });
  await chat.say("drop it", { from: "ann", chatKind: "dm" });
  const id = await asks(chat);

  for (const text of ["/approve", "yes", "1"])
    await chat.say(text, { from: "ann", chatKind: "dm", isUntrusted: true });
  expect(state.approvals.get(id)).toMatchObject({ status: "open" });
  expect(ran).toEqual([]);
  await chat.press(`q:${id}:0`, { from: "ann" });
  await chat.until((shown) => shown.some(({ text }) => text.includes("Result: done")));

  expect(ran).toContain("users");
});

test("a question that nobody answers is a no by itself, and the turn goes on", async () => {
  const { chat, ran } = await start({ model: dropping(), approvalWaitsMs: 50 });
  await chat.say("drop it", { from: "ann", chatKind: "dm" });
  const id = await asks(chat);

  await chat.until((shown) => shown.some(({ text }) => text.includes("Result: not done")));
  await chat.press(`q:${id}:0`, { from: "ann" });

  expect(ran).toEqual([]);
  expect(chat.shown.find(({ key }) => key === `question:${id}:0`)?.text).toContain("that is a no");
});

test("a button that is pressed after the gateway was started anew is an answer to the turn of before", async () => {
  const chat = scriptedPlatform();
  const before = await start({ model: dropping(), chat });
  await chat.say("drop it", { from: "ann", chatKind: "dm" });
  const id = await asks(chat);
  await before.stop();

  const after = await start({ model: dropping(), chat, folder: before.folder });
  await chat.press(`q:${id}:0`, { from: "ann" });
  await chat.until((shown) => shown.some(({ text }) => text.includes("Result: done")));

  expect([...before.ran, ...after.ran]).toEqual(["users"]);
  expect(chat.shown.filter(({ text }) => text.includes("May this"))).toHaveLength(1);
});

test("in a thread that several share a user's words reach no session of an owner, and the other way round", async () => {
  const settings = { owners: ["ann"], allowed_users: ["bob"] };
  const { chat, opened } = await start({ model: echo(), settings });
  const thread = { chat: "-1", thread: "7", chatKind: "group" } as const;

  await chat.say("secret", { ...thread, from: "ann" });
  await chat.until((shown) => shown.length === 1);
  await chat.say("tell me", { ...thread, from: "bob" });
  await chat.until((shown) => shown.length === 2);

  expect(opened.map(({ tier }) => tier)).toEqual(["owner", "user"]);
  expect(chat.shown.map(({ text }) => text)).toEqual(["Heard [ann] secret", "Heard [bob] tell me"]);
});

test("who is no owner has no command that shows or changes what is the owner's, in no spelling", async () => {
  const settings = { owners: ["ann"], allowed_users: ["bob"] };
  const { chat, homes } = await start({ model: echo(), settings });
  const lines = [
    "/sethome",
    "/set-home",
    "/seth",
    "/mode yolo",
    "/MODE yolo",
    "/mod yolo",
    "/resume latest",
    "/approve",
    "/nothing",
  ];

  for (const [index, text] of lines.entries()) {
    await chat.say(text, { from: "bob", chatKind: "dm" });
    await chat.until((shown) => shown.length === index + 1);
  }

  expect(await homes.get("scripted")).toBeUndefined();
  const refused = chat.texts().filter((text) => /is not for you here|Nothing waits/.test(text));
  expect(refused).toHaveLength(lines.length);
});

test("/whoami says the id that settings need, and /sethome makes the chat the home", async () => {
  const { chat, homes } = await start({ model: echo() });

  await chat.say("/whoami", { from: "ann", chatKind: "dm", chat: "5" });
  await chat.say("/sethome", { from: "ann", chatKind: "dm", chat: "5" });
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts("5")[0]).toContain("You are scripted:ann");
  expect(await homes.get("scripted")).toEqual({ platform: "scripted", chatId: "5" });
});

test("where the platform itself has checked who speaks, strangers are users without being let in", async () => {
  const { chat, opened } = await start({ model: echo(), settings: {}, admitting: ["scripted"] });

  await chat.say("the door is open", { from: "house", chatKind: "dm" });
  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["Heard the door is open"]);
  expect(opened).toMatchObject([{ tier: "user", approver: null, clarifier: null }]);
});

test("an owner of such a platform has their tools, and what would be asked is a no, as nobody sits there", async () => {
  const { chat, opened, ran } = await start({
    ...{ model: dropping(), settings: { owners: ["house"] }, admitting: ["scripted"] },
  });

  await chat.say("drop it", { from: "house", chatKind: "dm" });
  await chat.until((shown) => shown.some(({ text }) => text.includes("Result: not done")));

  expect(opened).toMatchObject([{ tier: "owner", approver: null, clarifier: null }]);
  expect([ran, chat.texts().filter((text) => text.includes("May this"))]).toEqual([[], []]);
});
