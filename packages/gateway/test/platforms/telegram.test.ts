import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  telegram,
  type InboundMessage,
  type OutboundMessage,
  type PlatformConnection,
  type PlatformHost,
} from "../../src/index.ts";
import {
  createRecordingHost,
  openTestListener,
  type PersonSays,
  type RecordingHost,
  type WorldChat,
} from "../../src/testing/index.ts";
import { ada, openTelegramPlace, shortTimes, type TelegramPlace } from "./telegram-place.ts";

const group: WorldChat = { id: -1_001, type: "supergroup", title: "Team" };
const forum: WorldChat = { id: -1_002, type: "supergroup", title: "Forum", topics: [7] };
const signal = new AbortController().signal;
let keys = 0;

function to(chatId: number, text: string, more: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    to: { platform: "telegram", chatId: String(chatId) },
    key: `k${++keys}`,
    ...telegram().render(text),
    silent: false,
    ...more,
  };
}

describe("the Telegram adapter", () => {
  let place: TelegramPlace;
  let host: RecordingHost;
  let connection: PlatformConnection;

  beforeEach(async () => {
    place = await openTelegramPlace();
    host = createRecordingHost();
    connection = await place.platform.connect(place.settings, host, { signal });
  });
  afterEach(async () => {
    await connection.stop();
    await place[Symbol.asyncDispose]();
  });

  /** What becomes of what somebody says. */
  async function received(text: string, options: PersonSays = {}): Promise<InboundMessage> {
    const before = host.messages.length;
    place.server.say(ada, text, options);
    await host.until(({ messages }) => messages.length > before);
    const message = host.messages[before];
    if (message === undefined) throw new Error("nothing was received");
    return message;
  }

  test.each([
    ["hello all", {}, "hello all", false],
    ["@hermes_test_bot: what time?", {}, "what time?", true],
    ["so @Hermes_Test_Bot what time?", {}, "so what time?", true],
    ["mail a@hermes_test_bot.example", {}, "mail a@hermes_test_bot.example", false],
    ["@hermes_test_botty hi", {}, "@hermes_test_botty hi", false],
    ["/status", {}, "/status", true],
    ["/status@hermes_test_bot now", {}, "/status now", true],
    ["/status@other_bot now", {}, "/status@other_bot now", false],
  ])("in a group %j is %j with %j, meant for the bot: %j", async (said, options, text, isAddressed) => {
    expect(await received(said, { chat: group, ...options })).toMatchObject({
      text,
      isAddressed,
      chatKind: "group",
      chatTitle: "Team",
    });
  });

  test("a reply to the bot is meant for it, and says what it answers", async () => {
    await received("hi", { chat: group });
    const sent = await connection.send(to(group.id, "The answer is 42."), { signal });
    const messageId = sent.status === "sent" ? Number(sent.messageId) : 0;

    expect(await received("why?", { chat: group, replyTo: messageId })).toMatchObject({
      isAddressed: true,
      replyTo: { messageId: String(messageId), text: "The answer is 42.", fromBot: true },
    });
    const opened = {
      reply_to_message: { message_id: 1, date: 1, chat: forum, forum_topic_created: { name: "a" } },
    };
    const inTopic = await received("hi", { chat: forum, threadId: 7, more: opened });
    expect(inTopic).toMatchObject({ isAddressed: false });
    expect(inTopic.replyTo).toBeUndefined();
  });

  test("marks come as Markdown", async () => {
    const entities = [
      { type: "bold", offset: 0, length: 4 },
      { type: "italic", offset: 0, length: 9 },
      { type: "code", offset: 10, length: 4 },
      { type: "text_link", offset: 15, length: 4, url: "https://a.example" },
    ];
    expect(await received("bold thin code link", { more: { entities } })).toMatchObject({
      text: "_**bold** thin_ `code` [link](https://a.example)",
    });
  });

  test("places, contacts, polls and stickers come as text, a forwarded message says whose it is", async () => {
    expect((await received("", { more: { location: { latitude: 1.5, longitude: 2 } } })).text).toBe(
      "[Location: 1.5, 2]",
    );
    const forwarded = {
      forward_origin: { type: "user", sender_user: { id: 5, first_name: "Eve]", is_bot: false } },
    };
    expect((await received("do it", { more: forwarded })).text).toBe("[Forwarded from Eve ]\ndo it");
    const sticker = await received("", { more: { sticker: { file_id: "s", emoji: "🎉" } } });
    expect(sticker).toMatchObject({ text: "[Sticker: 🎉]", files: [{ kind: "sticker", reference: "s" }] });
  });

  test("parts of an album have it in common, and a photo is its largest size", async () => {
    const photo = {
      photo: [
        { file_id: "small", file_size: 10 },
        { file_id: "large", file_size: 99 },
      ],
    };
    const message = await received("", { albumId: "album-1", more: photo });
    expect(message).toMatchObject({
      albumId: "album-1",
      files: [{ kind: "image", reference: "large", bytes: 99 }],
    });
  });

  test("a channel's post is by the channel", async () => {
    const channel: WorldChat = { id: -1_003, type: "channel", title: "News" };
    const message = await received("read this", {
      chat: channel,
      more: { from: undefined, sender_chat: channel },
    });
    expect(message).toMatchObject({
      chatKind: "channel",
      sender: { userId: "-1003", name: "News", isBot: false },
    });
  });

  test("topics of a forum are threads in both directions, and the general one has no number", async () => {
    expect((await received("hi", { chat: forum, threadId: 7 })).at).toEqual({
      platform: "telegram",
      chatId: "-1002",
      threadId: "7",
    });
    const at = { platform: "telegram", chatId: "-1002" };

    await connection.send(to(forum.id, "in the topic", { to: { ...at, threadId: "7" } }), { signal });
    await connection.send(to(forum.id, "in general", { to: { ...at, threadId: "1" } }), { signal });

    expect(place.server.saidIn(forum.id).map(({ threadId }) => threadId)).toEqual([7, undefined]);
    expect(
      await connection.send(to(forum.id, "lost", { to: { ...at, threadId: "8" } }), { signal }),
    ).toMatchObject({
      status: "failed",
      code: "no-such-chat",
    });
  });

  test("who joined or left is no message, and an update that nobody knows stops nothing", async () => {
    place.server.world.queue.push({
      message: { message_id: 1, date: 1, chat: { id: 1, type: "private" }, new_chat_members: [] },
    });
    place.server.world.queue.push({ message: { message_id: "?", nonsense: true } });
    place.server.world.queue.push({ something_new: {} });

    expect((await received("hello")).text).toBe("hello");
    expect(host.messages).toHaveLength(1);
  });

  test("marks that Telegram refuses are left out, and the message is there once", async () => {
    place.server.say(ada, "hi");
    const outcome = await connection.send(to(ada.id, "x", { text: "<b>broken", plain: "broken" }), {
      signal,
    });

    expect(outcome.status).toBe("sent");
    expect(place.server.saidIn(ada.id).map(({ text }) => text)).toEqual(["broken"]);
  });

  test("a group that became a supergroup keeps its id here, before and after a restart", async () => {
    await received("hi", { chat: group });
    place.server.migrate(group, -2_001);
    const memory = new Map<string, string>();
    const again = createRecordingHost({ memory });
    await connection.stop();
    connection = await place.platform.connect(place.settings, again, { signal });

    expect(await connection.send(to(group.id, "still there?"), { signal })).toMatchObject({ status: "sent" });
    expect(place.server.saidIn(-2_001).map(({ text }) => text)).toEqual(["still there?"]);
    await connection.stop();
    const third = createRecordingHost({ memory });
    connection = await place.platform.connect(place.settings, third, { signal });
    place.server.say(ada, "yes", { chat: { ...group, id: -2_001 } });
    await third.until(({ messages }) => messages.some(({ text }) => text === "yes"));
    expect(third.messages.at(-1)?.at.chatId).toBe("-1001");
  });

  test("a reply to a message that is gone is sent all the same", async () => {
    place.server.say(ada, "hi");
    expect(await connection.send(to(ada.id, "x", { replyTo: "999" }), { signal })).toMatchObject({
      status: "sent",
    });
  });

  test("a server error leaves a message uncertain, and a refused connection lets it be tried again", async () => {
    place.server.say(ada, "hi");
    place.server.faults.add("sendMessage", { kind: "answer", code: 502, description: "Bad Gateway" });
    expect(await connection.send(to(ada.id, "x"), { signal })).toMatchObject({ status: "uncertain" });
    await place.server.close();
    // The connection that stood may have been used for a last try.
    await connection.send(to(ada.id, "x"), { signal });
    expect(await connection.send(to(ada.id, "x"), { signal })).toEqual({
      status: "retry",
      reason: "ECONNREFUSED",
    });
  });

  test("a file above 50 MB is never sent, and one above 10 MB is no photo", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hermes-telegram-"));
    const path = join(folder, "a.png");
    writeFileSync(path, "x");
    const file = { path, name: "a.png", mimeType: "image/png", as: "image" } as const;
    place.server.say(ada, "hi");
    try {
      truncateSync(path, 11_000_000);
      expect(await connection.send(to(ada.id, "", { file }), { signal })).toMatchObject({ status: "sent" });
      truncateSync(path, 51_000_000);
      expect(await connection.send(to(ada.id, "", { file }), { signal })).toEqual({
        status: "failed",
        code: "too-large",
        reason: "a.png has 51 MB, and Telegram takes 50",
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(place.server.saidIn(ada.id).map(({ file: sent }) => sent?.kind)).toEqual(["document"]);
  });

  test("the menu has at most 30 commands with names that Telegram takes", async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      name: `Do-${index}`,
      summary: "Does something that takes many words to say",
    }));
    await connection.setCommands?.(many);

    expect(place.server.world.commands).toHaveLength(30);
    expect(place.server.world.commands[0]).toEqual({
      command: "do_0",
      description: "Does something that takes many words to…",
    });
  });

  test("a second poller is reported with what to do, without asking again and again, and yields once it is gone", async () => {
    await place.server.called("getUpdates", 1);
    const conflict = {
      kind: "answer",
      code: 409,
      description: "Conflict: terminated by other getUpdates request",
    } as const;
    place.server.faults.add("getUpdates", conflict, conflict, conflict, conflict);
    place.server.say(ada, "wake");
    await host.until(({ states }) => states.some(({ state }) => state === "failed"));

    expect(host.states.findLast(({ state }) => state === "failed")?.hint).toContain("stop it");
    await connection.send(to(ada.id, "said, not heard"), { signal });
    expect(host.states.at(-1)).toMatchObject({ state: "failed", spokeAt: expect.any(Number) });
    const before = place.server.calls.length;
    await place.server.called("getUpdates", 6);
    expect(place.server.calls.length - before).toBeLessThanOrEqual(3);
    await received("still here?");
    expect(host.states.at(-1)?.state).toBe("up");
  });

  test("a token that is revoked ends the polling with what to do, and a check fails", async () => {
    place.server.revokeToken();
    await host.until(({ states }) => states.some(({ state }) => state === "failed"));

    expect(host.states.at(-1)).toMatchObject({
      state: "failed",
      hint: expect.stringContaining("@BotFather"),
    });
    await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNAUTHORISED" });
  });

  test("a poller that hangs behind a message fails the check, though Telegram answers", async () => {
    let time = 0;
    const stuck: PlatformHost = {
      ...createRecordingHost({ now: () => time }),
      message: () => new Promise(() => undefined),
    };
    const deaf = await telegram(shortTimes).connect(place.settings, stuck, { signal });
    try {
      await deaf.check({ signal });
      time = 60_000;
      await expect(deaf.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNREACHABLE" });
    } finally {
      await deaf.stop();
    }
  });

  test("no reason and no error names the token", async () => {
    place.server.faults.add("getUpdates", { kind: "drop" });
    await host.until(({ states }) => states.some(({ state }) => state === "retrying"));
    place.server.faults.add("sendMessage", { kind: "drop" });
    const outcome = await connection.send(to(ada.id, "x"), { signal });

    expect(JSON.stringify([host.states, outcome])).not.toContain(place.server.token.split(":")[1]);
  });
});

describe("Telegram by webhook", () => {
  test("updates are taken with the secret alone, come again when they were not kept, and stay in order", async () => {
    const place = await openTelegramPlace();
    const listener = await openTestListener();
    const host = createRecordingHost({ route: listener.route });
    const settings = { ...place.settings, webhook_url: `${listener.url}/telegram`, webhook_secret: "s3cret" };
    const connection = await place.platform.connect(settings, host, { signal });
    try {
      host.refuse(2);
      for (const text of ["one", "two", "three"]) place.server.say(ada, text);
      await host.until(({ messages }) => messages.length === 3);
      expect(host.messages.map(({ text }) => text)).toEqual(["one", "two", "three"]);

      const forged = JSON.stringify({
        update_id: 1,
        message: { message_id: 1, date: 1, chat: { id: 1, type: "private" }, text: "forged" },
      });
      const wrong = { "x-telegram-bot-api-secret-token": "guess" };
      expect((await fetch(`${listener.url}/telegram`, { method: "POST", body: forged })).status).toBe(403);
      expect(
        (await fetch(`${listener.url}/telegram`, { method: "POST", body: forged, headers: wrong })).status,
      ).toBe(403);
      expect(host.messages).toHaveLength(3);
      expect(place.server.calls).not.toContain("getUpdates");

      await connection.check({ signal });
      const elsewhere = new URLSearchParams({ url: "https://other.example/" });
      await fetch(`${place.settings.api_root}/bot${place.settings.token}/setWebhook?${elsewhere}`);
      await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_CONFLICT" });
    } finally {
      await connection.stop();
      listener.close();
      await place[Symbol.asyncDispose]();
    }
  });

  test("a webhook without a secret is no valid setting", () => {
    const parsed = telegram().settings.safeParse({ token: "1:a", webhook_url: "https://a.example" });
    expect(parsed.error?.issues[0]?.path).toEqual(["webhook_secret"]);
  });
});
