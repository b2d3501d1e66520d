import { describe, expect, test } from "vitest";
import type { PlatformConnection } from "../../src/index.ts";
import { createRecordingHost, platformContract } from "../../src/testing/index.ts";
import type { RecordingHost } from "../../src/testing/index.ts";
import { openPluginPlace } from "./plugin-place.ts";
import type { PluginPlace } from "./plugin-place.ts";

describe("a platform of a plug-in", () => {
  platformContract({ test, open: openPluginPlace });
});

const { signal } = new AbortController();

async function connect(): Promise<
  AsyncDisposable & {
    readonly place: PluginPlace;
    readonly host: RecordingHost;
    readonly connection: PlatformConnection;
  }
> {
  const place = await openPluginPlace();
  const host = createRecordingHost();
  const connection = await place.platform.connect(place.settings, host, { signal });
  return { place, host, connection, [Symbol.asyncDispose]: () => connection.stop() };
}

const whole = { chatId: "c", messageId: "1", chatKind: "dm", sender: { userId: "u" }, text: "x" };

test.each([
  ["no object", "hello"],
  ["nothing", null],
  ["a text that is too long", { ...whole, text: "x".repeat(100_001) }],
  ["an id that is too long", { ...whole, chatId: "c".repeat(201) }],
  ["an id with a line break", { ...whole, sender: { userId: "u\nadmin" } }],
  ["an id that is a number", { ...whole, messageId: 1 }],
  ["a kind of chat that is not known", { ...whole, chatKind: "broadcast" }],
  ["no sender", { ...whole, sender: undefined }],
])("a message with %s is left out and said so, and the next one comes in", async (_, given) => {
  await using connected = await connect();
  const { place, host } = connected;

  place.give(given);
  await host.until(({ states }) => states.at(-1)?.reason?.includes("could not be read") === true);
  await place.peer.say("a whole one");
  await host.until(({ messages }) => messages.length === 1);

  expect(host.messages[0]?.text).toBe("a whole one");
  expect(host.states.at(-1)?.reason).toBeUndefined();
});

test("names of senders are one line without controls, a chat that is no private one is not addressed, and threads are told apart", async () => {
  await using connected = await connect();
  const { place, host } = connected;

  place.give({
    ...{ chatId: "c2", threadId: "t", messageId: "m", chatKind: "group", text: "hi", sentAt: 5 },
    sender: { userId: "u", name: "\u001b[31mEve\u202e\n(owner)" },
  });
  await host.until(({ messages }) => messages.length === 1);

  expect(host.messages[0]).toEqual({
    at: { platform: "toy", chatId: "c2", threadId: "t" },
    ...{ messageId: "m", chatKind: "group", text: "hi", sentAt: 5, isAddressed: false, files: [] },
    sender: { userId: "u", name: "[31mEve (owner)", isBot: false },
  });
});

test("what is no outcome of a send is uncertain", async () => {
  await using connected = await connect();
  const { place, connection } = connected;
  place.process.call = async () => ({ status: "sent" });
  const to = { platform: "toy", chatId: "c" };

  expect(
    await connection.send({ to, key: "k", text: "a", plain: "a", silent: false }, { signal }),
  ).toMatchObject({
    status: "uncertain",
    reason: expect.stringContaining("messageId"),
  });
});

test("once the process of a platform is off it has failed, and nothing is tried any more", async () => {
  await using connected = await connect();
  const { place, host, connection } = connected;

  place.process.off = "The plug-in toy ended three times within ten minutes: it is off until the next start.";
  place.fail("the process ended");
  await host.until(({ states }) => states.at(-1)?.state === "failed");

  expect(host.states.at(-1)).toMatchObject({
    reason: place.process.off,
    hint: expect.stringContaining("started anew"),
  });
  const to = { platform: "toy", chatId: "c" };
  expect(
    await connection.send({ to, key: "k", text: "a", plain: "a", silent: false }, { signal }),
  ).toMatchObject({
    status: "retry",
  });
  await expect(place.platform.connect(place.settings, host, { signal })).rejects.toMatchObject({
    code: "PLATFORM_UNAUTHORISED",
  });
});
