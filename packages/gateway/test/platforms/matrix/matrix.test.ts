import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  matrix,
  type InboundMessage,
  type OutboundMessage,
  type PlatformConnection,
} from "../../../src/index.ts";
import { createRecordingHost, type RecordingHost } from "../../../src/testing/index.ts";
import { ada, type MatrixPlace, openMatrixPlace, seenIn } from "./matrix-place.ts";

const signal = new AbortController().signal;
let keys = 0;

describe("the Matrix adapter", () => {
  let place: MatrixPlace;
  let host: RecordingHost;
  let connection: PlatformConnection;
  let team: string;

  beforeEach(async () => {
    place = await openMatrixPlace();
    team = place.server.world.createRoom(ada, ["@bob:localhost", place.server.bot], "Team");
    host = createRecordingHost();
    connection = await place.platform.connect(place.settings, host, { signal });
  });
  afterEach(async () => {
    await connection.stop();
    await place[Symbol.asyncDispose]();
  });

  async function received(room: string, content: object, sender?: string): Promise<InboundMessage> {
    const before = host.messages.length;
    place.say(room, content, sender);
    await host.until(({ messages }) => messages.length > before);
    const message = host.messages[before];
    if (message === undefined) throw new Error("nothing was received");
    return message;
  }

  function to(chatId: string, markdown: string, more: Partial<OutboundMessage> = {}): OutboundMessage {
    return {
      to: { platform: "matrix", chatId },
      key: `m${++keys}`,
      ...place.platform.render(markdown),
      silent: false,
      ...more,
    };
  }

  const mentioned = { "m.mentions": { user_ids: ["@hermes:localhost"] } };
  const pill = '<a href="https://matrix.to/#/@hermes:localhost">Hermes</a>: hi';
  test.each([
    ["hello", {}, "hello", false],
    ["Hermes: hi", mentioned, "hi", true],
    ["Hermes: hi", { formatted_body: pill }, "hi", true],
    ["Hermes: hi", {}, "hi", true],
    ["Hermes: hi", { "m.mentions": {} }, "Hermes: hi", false],
    ["Hermes is a god", {}, "Hermes is a god", false],
    ["@hermes:localhost hi", {}, "hi", true],
    ["!stop", {}, "/stop", true],
  ])("in a group %j with %j is %j, meant for the bot: %j", async (body, more, text, isAddressed) => {
    const message = await received(team, { body, ...more });

    expect(message).toMatchObject({ text, isAddressed, chatKind: "group", chatTitle: "Team" });
    expect(message.sender).toEqual({ userId: ada, name: "Ada", handle: ada, isBot: false });
  });

  test("a reply to the bot is meant for it and says what it answers, without the quote", async () => {
    const sent = await connection.send(to(team, "the answer"), { signal });
    const id = sent.status === "sent" ? sent.messageId : "";

    const message = await received(team, {
      body: "> <@hermes:localhost> the answer\n\nwhy?",
      "m.relates_to": { "m.in_reply_to": { event_id: id } },
    });

    expect(message).toMatchObject({ text: "why?", isAddressed: true });
    expect(message.replyTo).toEqual({ messageId: id, text: "the answer", fromBot: true });
  });

  test("threads are threads in both directions", async () => {
    const root = place.say(team, { body: "root" });
    const relation = {
      rel_type: "m.thread",
      event_id: root,
      is_falling_back: true,
      "m.in_reply_to": { event_id: root },
    };
    await host.until(({ messages }) => messages.length === 1);

    const message = await received(team, { body: "in it", "m.relates_to": relation });
    await connection.send(to(team, "yes", { to: message.at }), { signal });

    expect(message.at).toEqual({ platform: "matrix", chatId: team, threadId: root });
    expect(message.replyTo).toBe(undefined);
    expect(place.server.world.events.at(-1)?.content["m.relates_to"]).toEqual(relation);
    expect(place.platform.parseChat?.(`${team}:${root}`)).toEqual({ chatId: team, threadId: root });
    expect(place.platform.parseChat?.(team)).toEqual({ chatId: team });
    expect(place.platform.parseChat?.("4711")).toBe(undefined);
  });

  test("notices, the bot's own words, redactions and edits of others are not handed over", async () => {
    const first = await received(team, { body: "first" });
    place.say(team, { msgtype: "m.notice", body: "from a bot" }, "@bob:localhost");
    place.server.world.redact(team, first.messageId);
    const relation = { rel_type: "m.replace", event_id: first.messageId };
    place.say(
      team,
      { body: "* forged", "m.new_content": { msgtype: "m.text", body: "forged" }, "m.relates_to": relation },
      "@bob:localhost",
    );
    await connection.send(to(team, "own"), { signal });

    await received(team, { body: "last" });

    expect(host.messages.map(({ text }) => text)).toEqual(["first", "last"]);
  });

  test("what was said while it was away comes in once, in order, however much it was", async () => {
    await received(place.room, { body: "before" });
    await connection.stop();
    for (let index = 0; index < 230; index += 1) place.say(place.room, { body: `missed ${index}` });

    const after = createRecordingHost();
    connection = await place.platform.connect(place.settings, after, { signal });
    await after.until(({ messages }) => messages.length >= 230);
    place.say(place.room, { body: "now" });
    await after.until(({ messages }) => messages.some(({ text }) => text === "now"));

    const expected = Array.from({ length: 230 }, (_, index) => `missed ${index}`);
    expect(after.messages.map(({ text }) => text)).toEqual([...expected, "now"]);
  });

  test("an invitation is accepted, and only what was said since then is handed over", async () => {
    const { world, bot } = place.server;
    const room = world.createRoom(ada, [], "New");
    place.say(room, { body: "before the bot" });
    world.add(room, ada, "m.room.member", { membership: "invite" }, bot);
    place.say(room, { body: "are you there?" });

    await host.until(({ messages }) => messages.length === 1);

    expect(host.messages[0]).toMatchObject({ text: "are you there?", chatKind: "dm", at: { chatId: room } });
    expect(world.membership(room, bot)).toBe("join");
  });

  test("in an encrypted room it says once that it can't read, and writes nothing else", async () => {
    const { world } = place.server;
    world.add(team, ada, "m.room.encryption", { algorithm: "m.megolm.v1.aes-sha2" }, "");
    for (const _ of [1, 2])
      world.add(team, ada, "m.room.encrypted", { algorithm: "m.megolm.v1.aes-sha2", ciphertext: "x" });
    await received(place.room, { body: "elsewhere" });

    await vi.waitFor(() => expect(seenIn(place.server, team)).toHaveLength(1), 30_000);
    const outcome = await connection.send(to(team, "secret"), { signal });

    expect(outcome).toMatchObject({ status: "failed", code: "unsupported" });
    expect(seenIn(place.server, team).map(({ text }) => text)).toEqual([
      expect.stringMatching(/encrypted rooms/),
    ]);
  });

  test("a message whose answer got lost is found, and a second try of it is the same message", async () => {
    place.server.fault("send", { kind: "accept-then-drop" });
    const message = to(team, "once");
    expect((await connection.send(message, { signal })).status).toBe("uncertain");

    const found = await connection.lookUp?.(message, { signal });
    const again = await connection.send(message, { signal });

    expect(found).toEqual({ messageId: again.status === "sent" ? again.messageId : "" });
    expect(seenIn(place.server, team)).toHaveLength(1);
    expect(await connection.lookUp?.(to(team, "never sent"), { signal })).toBe("not-there");
  });

  test("a password signs in once as one device, and again where its token ends", async () => {
    const { server } = place;
    const memory = new Map<string, string>();
    const settings = place.parse({ user_id: server.bot, password: "correct horse" });
    const open = async (from: RecordingHost) =>
      await matrix({ syncMs: 300, backOffMs: 20 }).connect(settings, from, { signal });
    const first = createRecordingHost({ memory });
    const one = await open(first);
    await one.stop();
    const second = createRecordingHost({ memory });
    const two = await open(second);
    expect(server.asked.get("login")).toBe(1);

    for (const [token, { deviceId }] of server.world.tokens)
      if (deviceId !== "BOT") server.world.tokens.delete(token);
    place.say(place.room, { body: "still there?" });
    await second.until(({ messages }) => messages.length === 1);

    expect(server.asked.get("login")).toBe(2);
    expect(new Set([...server.world.tokens.values()].map(({ deviceId }) => deviceId)).size).toBe(2);
    await two.stop();
  });

  test("a token that is revoked ends the connection with what to do, and no reason names it", async () => {
    place.server.world.tokens.clear();
    place.server.fault("sync", { kind: "drop" });

    await host.until(({ states }) => states.some(({ state }) => state === "failed"));

    expect(host.states.at(-1)?.hint).toMatch(/MATRIX_ACCESS_TOKEN/);
    await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNAUTHORISED" });
    expect(JSON.stringify(host.states)).not.toContain(place.server.token);
  });

  test("events and rooms that are junk stop nothing", async () => {
    const { world } = place.server;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(
            "msgtype",
            "body",
            "m.relates_to",
            "m.mentions",
            "m.new_content",
            "url",
            "info",
            "filename",
          ),
          fc.jsonValue(),
        ),
        async (content) => {
          world.add(team, ada, "m.room.message", content as Record<string, unknown>);
          await received(place.room, { body: "after" });
        },
      ),
      { numRuns: 12 },
    );
  });
});

test("whatever the Markdown is, its HTML has the tags of the dialect alone", () => {
  const { render } = matrix();
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          "<",
          ">",
          "&",
          '"',
          "a",
          "*",
          "`",
          "[",
          "](",
          ")",
          "javascript:",
          "<script>",
          "\n",
          "> ",
          "- ",
        ),
      }),
      (markdown) => {
        const { text } = render(markdown);
        const rest = text.replace(
          /<\/?(?:strong|em|del|code|pre|blockquote)>|<br>|<code class="language-[\w+#.-]+">|<a href="(?:https?|mailto|tel|tg):[^"<>]*">|<\/a>/gi,
          "",
        );
        expect(rest).not.toMatch(/[<>]/);
        expect(rest).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/);
      },
    ),
  );
});

test("the longest edit fits an event, whatever its signs", async () => {
  await using place = await openMatrixPlace();
  const connection = await place.platform.connect(place.settings, createRecordingHost(), { signal });
  const text = "語".repeat(place.platform.limits.text);
  const message = {
    to: place.peer.at,
    key: "longest",
    ...place.platform.render(text),
    silent: false,
  };

  const sent = await connection.send({ ...message, text: "…", plain: "…" }, { signal });
  const edited = await connection.edit?.(sent.status === "sent" ? sent.messageId : "", message, { signal });

  expect(edited?.status).toBe("sent");
  await connection.stop();
});
