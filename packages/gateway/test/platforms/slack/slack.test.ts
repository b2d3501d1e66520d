import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { OutboundMessage, PlatformConnection } from "../../../src/index.ts";
import { slackManifest } from "../../../src/index.ts";
import { renderSlack } from "../../../src/platforms/slack/mrkdwn.ts";
import { createRecordingHost, type RecordingHost } from "../../../src/testing/index.ts";
import { ada, openSlackPlace, type SlackPlace } from "./slack-place.ts";
import type { SlackServer } from "./slack-server.ts";

const team = "C0TEAM";
const { signal } = new AbortController();

interface Connected extends SlackPlace {
  readonly connection: PlatformConnection;
  readonly host: RecordingHost;
}

async function open(memory: Map<string, string> = new Map(), more: object = {}): Promise<Connected> {
  const place = await openSlackPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  place.server.world.conversation(team, "channel", "team");
  const host = createRecordingHost({ memory });
  const connection = await place.platform.connect({ ...place.settings, ...more }, host, { signal });
  onTestFinished(() => connection.stop());
  return { ...place, connection, host };
}

function to(chatId: string, markdown: string, more: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    ...{ to: { platform: "slack", chatId }, key: `key of ${markdown}`, silent: false },
    ...{ ...renderSlack(markdown), ...more },
  };
}

function say(server: SlackServer, text: string, thread?: string, more: Record<string, unknown> = {}): string {
  return server.say({ user: ada.id, channel: team, text, more, ...(thread === undefined ? {} : { thread }) });
}

describe("what comes in", () => {
  test("a mention in a channel is one message, meant for the bot, in a thread of its own", async () => {
    const { server, host } = await open();
    const ts = say(
      server,
      "<@U0BOT>: what *time* is it, <@U0ADA>? See <https://a.example|this> & <#C1|random>",
    );
    await host.until(({ messages }) => messages.length === 1);
    say(server, "nobody is meant");
    await host.until(({ messages }) => messages.length === 2);
    await server.until(() => server.unacknowledged === 0);

    expect(host.messages).toHaveLength(2);
    expect(host.messages[0]).toMatchObject({
      ...{ at: { platform: "slack", chatId: team, threadId: ts }, messageId: ts, isAddressed: true },
      ...{ text: "what **time** is it, @Ada Lovelace? See [this](https://a.example) & #random" },
      ...{ chatKind: "group", chatTitle: "team" },
      sender: { userId: ada.id, name: "Ada Lovelace", handle: "ada_l", isBot: false },
    });
    expect(host.messages[1]).toMatchObject({ at: { platform: "slack", chatId: team }, isAddressed: false });
    expect(host.messages[1]?.at.threadId).toBeUndefined();
  });

  test("an answer in a thread of the bot is meant for it, also after a restart; one in another thread is not", async () => {
    const memory = new Map<string, string>();
    const { server, host, connection, platform, settings } = await open(memory);
    const sent = await connection.send(to(team, "Good morning"), { signal });
    const thread = sent.status === "sent" ? sent.messageId : "";
    const asked = say(server, "<@U0BOT> hi");
    await host.until(({ messages }) => messages.length === 1);
    await server.until(() => server.unacknowledged === 0);
    await connection.stop();
    const again = createRecordingHost({ memory });
    const second = await platform.connect(settings, again, { signal });
    onTestFinished(() => second.stop());

    say(server, "!status now", thread);
    say(server, "and?", asked);
    const other = say(server, "unrelated");
    say(server, "indeed", other);
    await again.until(({ messages }) => messages.length === 4);

    const found = again.messages.map(({ text, isAddressed, at }) => [text, isAddressed, at.threadId]);
    expect(found).toEqual([
      ["/status now", true, thread],
      ["and?", true, asked],
      ["unrelated", false, undefined],
      ["indeed", false, other],
    ]);
    expect(again.messages[0]?.replyTo).toEqual({ messageId: thread, fromBot: true });
  });

  test("bots, the bot itself, notices and previews are no messages, and what nobody knows stops nothing", async () => {
    const { server, host } = await open();
    say(server, "from a bot", undefined, { bot_id: "B0OTHER" });
    say(server, "Ada joined", undefined, { subtype: "channel_join" });
    server.say({ user: "U0BOT", channel: ada.dm, text: "myself" });
    const ts = say(server, "a link");
    await host.until(({ messages }) => messages.length === 1);
    const message = { type: "message", user: ada.id, text: "a link", ts };
    server.emit({
      type: "message",
      subtype: "message_changed",
      channel: team,
      ts,
      message,
      previous_message: message,
    });
    for (const junk of [null, 7, { type: "message" }, { type: "message", channel: team, ts: "x", text: 1 }])
      server.emit({
        type: "message",
        channel: team,
        ts: junk,
        message: junk,
        user: junk,
        subtype: "message_changed",
      });
    say(server, "last");
    await host.until(({ messages }) => messages.some(({ text }) => text === "last"));

    expect(host.messages.map(({ text }) => text)).toEqual(["a link", "last"]);
  });

  test("a slash command is a message, and the person sees at once that it was taken", async () => {
    const { server, host, connection } = await open();
    await connection.setCommands?.([{ name: "status", summary: "How it is" }]);
    server.command(ada.id, ada.dm, "/hermes", "status now");
    server.command(ada.id, ada.dm, "/hermes", "how are you & yours?");
    server.command(ada.id, team, "/new", "");
    await host.until(({ messages }) => messages.length === 3);
    await server.until(() => server.answers.length === 3);

    const found = host.messages.map(({ text, chatKind, isAddressed }) => [text, chatKind, isAddressed]);
    expect(found.toSorted(([one], [other]) => Number(one === "/new") - Number(other === "/new"))).toEqual([
      ["/status now", "dm", true],
      ["how are you & yours?", "dm", true],
      ["/new", "group", true],
    ]);
    expect(server.answers[0]).toEqual({ response_type: "ephemeral", text: "I have it: /status now" });
  });

  test("what was forwarded says from whom, and a file of another host is never asked for with the token", async () => {
    const { server, host, connection } = await open();
    const attachments = [{ is_share: true, author_name: "Eve]", text: "do *it*" }, { fallback: "a preview" }];
    const files = [
      { id: "F1", name: "a.png", mimetype: "image/png", url_private: "https://evil.example/a.png" },
    ];
    say(server, "look", undefined, { attachments, files });
    await host.until(({ messages }) => messages.length === 1);

    expect(host.messages[0]?.text).toBe("look\n[Forwarded from Eve ]\ndo **it**");
    expect(host.messages[0]?.files).toMatchObject([{ kind: "image", name: "a.png" }]);
    await expect(
      connection.fetchFile?.("https://evil.example/a.png", { maxBytes: 10, signal }),
    ).rejects.toMatchObject({ code: "PLATFORM_FILE_LOST" });
  });

  test("what was said while the gateway was down comes in, in order, once, with its threads", async () => {
    const memory = new Map<string, string>();
    const { server, host, connection, platform, settings } = await open(memory);
    server.say({ user: ada.id, channel: ada.dm, text: "before" });
    const asked = say(server, "<@U0BOT> hi");
    await host.until(({ messages }) => messages.length === 2);
    await server.until(() => server.unacknowledged === 0);
    await connection.stop();
    await server.until(() => server.connections === 0);

    // Nothing of it is delivered by itself any more.
    const { world } = server;
    const put = (channel: string, text: string, thread?: string): void => {
      const more = thread === undefined ? {} : { thread_ts: thread, parent_user_id: ada.id };
      world
        .conversation(channel)
        .messages.push({ type: "message", ts: world.nextTs(), user: ada.id, text, ...more });
    };
    put(ada.dm, "first");
    put(team, "in the thread", asked);
    put(ada.dm, "second");
    put("D0NEW", "a new person");
    const again = createRecordingHost({ memory });
    again.refuse(1);
    const second = await platform.connect(settings, again, { signal });
    onTestFinished(() => second.stop());
    server.say({ user: ada.id, channel: ada.dm, text: "live" });
    await again.until(({ messages }) => messages.length === 5);

    const textsIn = (chat: string): readonly string[] =>
      again.messages.filter(({ at }) => at.chatId === chat).map(({ text }) => text);
    expect(textsIn(ada.dm)).toEqual(["first", "second", "live"]);
    expect(textsIn(team)).toEqual(["in the thread"]);
    expect(textsIn("D0NEW")).toEqual(["a new person"]);
  });
});

describe("the connection", () => {
  test("when Slack asks for a new connection it is made before the old one ends, and nobody notices", async () => {
    const { server, host } = await open();
    server.refresh("refresh_requested", 200);
    await server.until(() => server.connections === 2);
    await server.until(() => server.connections === 1);
    server.say({ user: ada.id, channel: ada.dm, text: "still there?" });
    await host.until(({ messages }) => messages.length === 1);

    expect(host.states.filter(({ state }) => state === "retrying")).toEqual([]);
  });

  test("tokens that are revoked end it with what to do, and no reason names a token", async () => {
    const { server, host, connection } = await open();
    server.isRevoked = true;
    server.drop();
    await host.until(({ states }) => states.at(-1)?.state === "failed");

    expect(host.states.at(-1)).toMatchObject({ hint: expect.stringContaining("api.slack.com/apps") });
    await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNAUTHORISED" });
    expect(await connection.send(to(ada.dm, "hi"), { signal })).toMatchObject({
      status: "failed",
      code: "unauthorised",
    });
    expect(JSON.stringify(host.states)).not.toMatch(/xoxb-0|xapp-1|ticket/);
  });

  test("a token of the wrong kind is refused with what to do", async () => {
    const { platform, settings, server } = await openSlackPlace();
    onTestFinished(() => server.close());
    const wrong = { ...settings, app_token: settings.bot_token };

    await expect(platform.connect(wrong, createRecordingHost(), { signal })).rejects.toMatchObject({
      ...{ code: "PLATFORM_UNAUTHORISED", hint: expect.stringContaining("connections:write") },
    });
  });
});

describe("what goes out", () => {
  test("a message that may have arrived is found by its key, and one that did not is known not to be there", async () => {
    const { server, connection } = await open();
    server.fault = () => "accept-then-drop";
    const inThread = { to: { platform: "slack", chatId: team, threadId: say(server, "a question") } };
    const messages = [to(ada.dm, "one"), to(team, "two", inThread)];
    for (const message of messages) {
      expect((await connection.send(message, { signal })).status).toBe("uncertain");
      const found = await connection.lookUp?.(message, { signal });
      const { chatId } = message.to;
      expect(found).toEqual({ messageId: server.world.conversation(chatId).messages.at(-1)?.ts });
    }
    server.fault = () => "bad-gateway";
    const lost = to(ada.dm, "three");

    expect((await connection.send(lost, { signal })).status).toBe("uncertain");
    expect(await connection.lookUp?.(lost, { signal })).toBe("not-there");
  });

  test("a scope that is missing is named with where to add it", async () => {
    const { server, connection } = await open();
    server.lacks.add("chat:write");

    const outcome = await connection.send(to(ada.dm, "hi"), { signal });
    expect(outcome).toMatchObject({ status: "failed", code: "forbidden" });
    expect(outcome).toMatchObject({ reason: expect.stringContaining("chat:write") });
  });

  test("an edit longer than Slack takes is shown as blocks", async () => {
    const { connection, peer } = await open();
    const sent = await connection.send(to(ada.dm, "short"), { signal });
    const messageId = sent.status === "sent" ? sent.messageId : "";
    const long = Array.from({ length: 600 }, (_, index) => `Line ${index} & more.`).join("\n\n");

    expect((await connection.edit?.(messageId, to(ada.dm, long), { signal }))?.status).toBe("sent");
    const [seen] = await peer.seen(([each]) => each?.text.includes("Line 599") === true);
    expect(seen?.text).toContain("Line 300 & more.");
  });

  test("who presses a button is answered alone", async () => {
    const { server, connection, host, peer } = await open();
    const buttons = [[{ label: "Yes", data: "approve:1" }]];
    const sent = await connection.send(to(ada.dm, "May I?", { buttons }), { signal });
    await peer.press?.(sent.status === "sent" ? sent.messageId : "", "Yes");
    await host.until(({ presses }) => presses.length === 1);
    await connection.answerPress?.(host.presses[0]?.pressId ?? "", "Done");

    expect(server.world.ephemerals).toEqual([{ channel: ada.dm, user: ada.id, text: "Done" }]);
  });
});

/** What Slack takes. @see https://docs.slack.dev/reference/app-manifest */
const taken = z.object({
  display_information: z.object({ name: z.string().max(35) }),
  features: z.object({
    bot_user: z.object({ display_name: z.string().max(80) }),
    slash_commands: z
      .array(
        z.object({
          command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
          description: z.string().min(1).max(2_000),
          url: z.string().optional(),
        }),
      )
      .max(50),
  }),
});

test("the manifest stays within what Slack takes, and asks for what the adapter uses", () => {
  const commands = Array.from({ length: 80 }, (_, index) => ({
    name: `command-${index}`,
    summary: "Does. ".repeat(500),
  }));
  const manifest = slackManifest({
    name: "Hermes ".repeat(20),
    commands: [{ name: "status", summary: "?" }, ...commands],
  });
  const called = slackManifest({ url: "https://me.example/" });

  const { slash_commands: listed } = taken.parse(manifest).features;
  expect(listed).toHaveLength(50);
  expect(listed[0]?.command).toBe("/hermes");
  expect(listed.map(({ command }) => command)).not.toContain("/status");
  expect(manifest).toMatchObject({
    settings: { socket_mode_enabled: true, interactivity: { is_enabled: true } },
    oauth_config: { scopes: { bot: expect.arrayContaining(["chat:write", "files:read", "im:history"]) } },
  });
  expect(called).toMatchObject({
    settings: {
      socket_mode_enabled: false,
      event_subscriptions: { request_url: "https://me.example/slack/events" },
    },
  });
  expect(taken.parse(called).features.slash_commands[0]?.url).toBe("https://me.example/slack/commands");
});

test("who the settings connect as is asked with both tokens, and ids are read as people write them", async () => {
  const { server, settings, platform } = await openSlackPlace();
  onTestFinished(() => server.close());
  const identify = platform.setup?.identify(settings, { fetch, signal });

  expect(await identify).toBe("@hermes in Hermes");
  expect(platform.parseChat?.("C012AB")).toEqual({ chatId: "C012AB" });
  expect(platform.parseChat?.("C012AB:1700000000.000100")).toEqual({
    chatId: "C012AB",
    threadId: "1700000000.000100",
  });
  expect(platform.parseChat?.("#general")).toBeUndefined();
});
