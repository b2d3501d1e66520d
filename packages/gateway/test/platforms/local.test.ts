import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectLocalChat, type OutboundMessage, type PlatformConnection } from "../../src/index.ts";
import { createRecordingHost, type RecordingHost } from "../../src/testing/index.ts";
import { openLocalPlace } from "./local-place.ts";

const signal = new AbortController().signal;

describe("the local chat", () => {
  let place: Awaited<ReturnType<typeof openLocalPlace>>;
  let memory: Map<string, string>;
  let host: RecordingHost;
  let connection: PlatformConnection | undefined;

  beforeEach(async () => {
    place = await openLocalPlace();
    memory = new Map();
    host = createRecordingHost({ memory });
  });
  afterEach(async () => {
    await connection?.stop();
    connection = undefined;
    await place[Symbol.asyncDispose]();
  });

  async function start(): Promise<PlatformConnection> {
    connection = await place.platform.connect(place.settings, host, { signal });
    return connection;
  }

  function to(chatId: string, text: string, key: string): OutboundMessage {
    return { to: { platform: "local", chatId }, key, text, plain: text, silent: false };
  }

  test("its socket can be opened by this user alone, also where the folder was open to others", async () => {
    mkdirSync(dirname(place.socket), { recursive: true });
    chmodSync(dirname(place.socket), 0o777);
    await start();

    expect(statSync(place.socket).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(place.socket)).mode & 0o777).toBe(0o700);
  });

  test("of two gateways the second is refused, and a socket that a dead one left is replaced", async () => {
    await start();
    await expect(place.platform.connect(place.settings, host, { signal })).rejects.toMatchObject({
      code: "PLATFORM_CONFLICT",
    });
    await connection?.stop();
    writeFileSync(place.socket, "");
    await start();
    await connection?.check({ signal });
  });

  test("several people each have a chat of their own", async () => {
    await start();
    const [ada, bob] = await Promise.all(
      ["ada", "bob"].map((as) => connectLocalChat({ socket: place.socket, as })),
    );
    await ada?.say("hello");
    await connection?.send(to("bob", "for Bob", "k1"), { signal });
    await connection?.send(to("ada", "for Ada", "k2"), { signal });

    expect(host.messages.map(({ sender, at }) => [sender.userId, at.chatId])).toEqual([["ada", "ada"]]);
    for (const [chat, text] of [
      [ada, "for Ada"],
      [bob, "for Bob"],
    ] as const) {
      for await (const event of chat?.events ?? []) {
        expect(event).toMatchObject({ type: "message", message: { text } });
        break;
      }
      chat?.close();
    }
  });

  test("what was sent while nobody looked is there afterwards, once, also after a restart", async () => {
    await start();
    await connection?.send(to("ada", "you were away", "k1"), { signal });
    await connection?.stop();
    await start();
    const again = await connection?.send(to("ada", "you were away", "k1"), { signal });
    await connection?.send(to("ada", "and still are", "k2"), { signal });

    const chat = await connectLocalChat({ socket: place.socket, as: "ada" });
    await connection?.send(to("ada", "and now here", "k4"), { signal });
    const later = await connectLocalChat({ socket: place.socket, as: "ada" });
    expect(chat.messages.map(({ messageId, text, isMissed }) => [messageId, text, isMissed])).toEqual([
      ["h1", "you were away", true],
      ["h2", "and still are", true],
    ]);
    expect(later.messages.map(({ isMissed }) => isMissed)).toEqual([undefined, undefined, undefined]);
    expect(again).toEqual({ status: "sent", messageId: "h1" });
    expect(await connection?.lookUp?.(to("ada", "?", "k3"), { signal })).toBe("not-there");
    chat.close();
    later.close();
  });

  test("the mailbox keeps the last hundred messages", async () => {
    await start();
    for (let index = 0; index < 120; index++)
      await connection?.send(to("ada", `${index}`, `k${index}`), { signal });

    const chat = await connectLocalChat({ socket: place.socket, as: "ada" });
    expect(chat.messages.map(({ text }) => text)).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index + 20}`),
    );
    chat.close();
  });

  test("what could not be kept is refused with the reason, and the chat goes on", async () => {
    await start();
    host.refuse(1);
    const chat = await connectLocalChat({ socket: place.socket });
    await expect(chat.say("one")).rejects.toMatchObject({
      code: "PLATFORM_REFUSED",
      message: expect.stringContaining("the store is full"),
    });
    await chat.say("two");

    expect(host.messages.map(({ text, sender }) => [text, sender.userId])).toEqual([["two", "me"]]);
    chat.close();
  });

  test("a press is answered to who pressed", async () => {
    await start();
    const chat = await connectLocalChat({ socket: place.socket, as: "ada" });
    await chat.press("h1", "approve");
    await connection?.answerPress?.(host.presses[0]?.pressId ?? "", "Done");

    for await (const event of chat.events) {
      expect(event).toMatchObject({ type: "answer", text: "Done" });
      break;
    }
    chat.close();
  });

  test.each([
    "nonsense",
    '{"type":"say","id":"1","text":"x"}',
    '{"type":"hello","as":"../x"}',
    '{"type":"delete-everything"}',
  ])("%s is refused, and nothing is handed over", async (line) => {
    await start();
    const socket = connect(place.socket);
    const answer = await new Promise<string>((resolve) => {
      socket.on("data", (data) => resolve(String(data)));
      socket.write(`${line}\n`);
    });
    socket.destroy();

    expect(JSON.parse(answer)).toMatchObject({ type: "refused" });
    expect(host.messages).toEqual([]);
  });

  test("without a gateway it says how to start one", async () => {
    await expect(connectLocalChat({ socket: place.socket })).rejects.toMatchObject({
      code: "PLATFORM_UNREACHABLE",
      hint: "Start the gateway first.",
    });
  });

  test("a gateway that stops ends the chat's events", async () => {
    await start();
    const chat = await connectLocalChat({ socket: place.socket });
    await connection?.stop();
    const events = [];
    for await (const event of chat.events) events.push(event);

    expect(events).toEqual([]);
    await expect(chat.say("still there?")).rejects.toMatchObject({ code: "PLATFORM_UNREACHABLE" });
  });

  test("whoever listens without answering is no gateway", async () => {
    mkdirSync(dirname(place.socket), { recursive: true });
    const server = createServer((socket) => socket.on("data", () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(place.socket, resolve));
    await expect(connectLocalChat({ socket: place.socket })).rejects.toMatchObject({
      code: "PLATFORM_UNREACHABLE",
    });
    server.close();
  });
});
