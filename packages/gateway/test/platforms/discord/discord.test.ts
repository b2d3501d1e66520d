import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discord, type OutboundMessage, type PlatformConnection } from "../../../src/index.ts";
import {
  createRecordingHost,
  type RecordingHost,
  type RecordingHostOptions,
} from "../../../src/testing/index.ts";
import { ada, type DiscordPlace, general, openDiscordPlace } from "./discord-place.ts";
import { personOf } from "./discord-server.ts";
import { readDiscordMarkdown } from "./read-discord-markdown.ts";

const noSignal = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });
const bob = personOf(7);

interface World extends DiscordPlace {
  readonly host: RecordingHost;
  readonly connection: PlatformConnection;
}

async function connected(
  run: (world: World) => Promise<void>,
  settings: object = {},
  host: RecordingHostOptions = {},
): Promise<void> {
  await using place = await openDiscordPlace();
  await during(place, run, settings, host);
}

/** One time of being connected: a memory is what lasts longer. */
async function during(
  place: DiscordPlace,
  run: (world: World) => Promise<void>,
  settings: object = {},
  options: RecordingHostOptions = {},
): Promise<void> {
  const host = createRecordingHost(options);
  const connection = await place.platform.connect({ ...place.settings, ...settings }, host, noSignal());
  try {
    await run({ ...place, host, connection });
  } finally {
    await connection.stop();
  }
}

let keys = 0;
function to(chatId: string, text: string, more: Partial<OutboundMessage> = {}): OutboundMessage {
  const at = { platform: "discord", chatId };
  return { to: at, key: `discord-${++keys}`, text, plain: text, silent: false, ...more };
}

describe("what comes in", () => {
  test.each([
    ["<@700000000000000001> hello", "hello", true],
    ["hello <@!700000000000000001>, you", "hello you", true],
    ["<@&800000000000000002> hello", "hello", true],
    ["<@&800000000000000003> hello", "<@&800000000000000003> hello", false],
    ["@everyone hello", "@everyone hello", false],
    ["hermes, hello", "hermes, hello", false],
    ["<@400000000000000007> hello", "@person7 hello", false],
  ])("in a channel %j is %j, meant for the bot: %j", async (said, text, isAddressed) => {
    await connected(async ({ server, host }) => {
      server.say(ada, general, said, said.includes(bob.id) ? { mentions: [bob] } : {});
      await host.until(({ messages }) => messages.length === 1);
      expect(host.messages[0]).toMatchObject({ text, isAddressed, chatKind: "group", chatTitle: "general" });
    });
  });

  test("what programs say, what the bot itself said and what is no message is left out", async () => {
    await connected(async ({ server, host }) => {
      server.say({ ...bob, bot: true }, general, "beep");
      server.say(server.world.bot, general, "me");
      server.say(bob, general, "", { type: 7 });
      server.gateway.emit("MESSAGE_CREATE", { id: 7, junk: true });
      server.gateway.emit("NOBODY_KNOWS", null);
      const preview = server.say(bob, general, "see https://example.org");
      server.gateway.emit("MESSAGE_UPDATE", { ...preview, embeds: [{}], guild_id: server.world.guildId });
      server.say(bob, general, "last");
      await host.until(({ messages }) => messages.some(({ text }) => text === "last"));
      expect(host.messages.map(({ text }) => text)).toEqual(["see https://example.org", "last"]);
    });
  });

  test("channels that are not served are not heard, private chats always are", async () => {
    await connected(
      async ({ server, host }) => {
        server.world.channels.set("601", {
          id: "601",
          type: 0,
          name: "other",
          guild_id: server.world.guildId,
        });
        server.say(ada, general, "not here");
        server.say(ada, "601", "here");
        server.sayTo(0, "and here");
        await host.until(({ messages }) => messages.length === 2);
        expect(host.messages.map(({ text }) => text)).toEqual(["here", "and here"]);
      },
      { allowed_channels: ["601"] },
    );
  });

  test("the address of a file that has ended is asked for anew", async () => {
    await connected(async ({ server, host, connection }) => {
      const said = await server.sayFile(ada, general, "see", { name: "a.txt", bytes: Buffer.from("abc") });
      await host.until(({ messages }) => messages.length === 1);
      const [file] = said.attachments;
      if (file === undefined) throw new Error("no file");
      server.failures.push({ path: "/cdn/", status: 404 });
      const fetched = await connection.fetchFile?.(host.messages[0]?.files[0]?.reference ?? "", {
        maxBytes: 10,
        ...noSignal(),
      });
      expect(String(Buffer.from(fetched?.bytes ?? []))).toBe("abc");
    });
  });
});

describe("threads", () => {
  test("a mention is answered in a thread made from it, where one goes on without a mention", async () => {
    await connected(async ({ server, host, connection }) => {
      const said = server.say(ada, general, `<@${server.world.bot.id}> what now?`);
      await host.until(({ messages }) => messages.length === 1);
      const at = { platform: "discord", chatId: general, threadId: said.id };
      expect(host.messages[0]?.at).toEqual(at);
      await connection.typing?.(at);
      expect(server.world.typings).toEqual([general]);

      const outcome = await connection.send(to(general, "this", { to: at, replyTo: said.id }), noSignal());
      expect(outcome.status).toBe("sent");
      expect(server.world.channels.get(said.id)).toMatchObject({ name: "what now?", parent_id: general });
      expect(server.world.posted[0]?.channel_id).toBe(said.id);

      server.say(ada, said.id, "and then?");
      await host.until(({ messages }) => messages.length === 2);
      expect(host.messages[1]).toMatchObject({ at, isAddressed: true });
    });
  });

  test("where no thread may be made the channel is answered, and where none is wanted too", async () => {
    await connected(
      async ({ server, host, connection }) => {
        server.world.threadless.add(general);
        const said = server.say(ada, general, `<@${server.world.bot.id}> hi`);
        await host.until(({ messages }) => messages.length === 1);
        const at = host.messages[0]?.at ?? { platform: "discord", chatId: "" };
        expect(at.threadId).toBe(said.id);
        expect((await connection.send(to(general, "hi", { to: at }), noSignal())).status).toBe("sent");
        expect(server.world.posted[0]?.channel_id).toBe(general);

        server.world.channels.set("602", {
          id: "602",
          type: 0,
          name: "flat",
          guild_id: server.world.guildId,
        });
        server.say(ada, "602", `<@${server.world.bot.id}> hi`);
        await host.until(({ messages }) => messages.length === 2);
        expect(host.messages[1]?.at).toEqual({ platform: "discord", chatId: "602" });
      },
      { no_thread_channels: ["602"] },
    );
  });
});

describe("commands", () => {
  test("a slash command is a message, and is answered to the person alone", async () => {
    await connected(async ({ server, host }) => {
      server.command(ada, general, "model", "large");
      const said = await server.world.until(() => server.world.callbacks[0]);
      expect(said).toMatchObject({ type: 4, content: "/model large" });
      expect(host.messages[0]).toMatchObject({ text: "/model large", isAddressed: true, chatKind: "group" });
    });
  });

  test("commands are set once, and again only when they changed", async () => {
    await connected(async ({ server, connection }) => {
      const commands = [{ name: "New", summary: "Begins anew" }];
      await connection.setCommands?.(commands);
      await connection.setCommands?.(commands);
      expect(server.world.commandWrites).toBe(1);
      await connection.setCommands?.([...commands, { name: "stop", summary: "Stops" }]);
      expect(server.world.commandWrites).toBe(2);
    });
  });

  test("a press is taken at once, though a message before it is not kept yet", async () => {
    await connected(async ({ server, host, connection }) => {
      const buttons = [[{ label: "Yes", data: "yes" }]];
      await connection.send(to(general, "May I?", { buttons }), noSignal());
      const [asked] = server.world.posted;
      if (asked === undefined) throw new Error("not posted");
      host.refuse(2);
      server.sayTo(0, "wait");
      const id = server.press(ada, asked, "Yes");
      expect((await server.world.until(() => server.world.callbacks[0])).type).toBe(6);
      await host.until(({ presses }) => presses.length === 1);
      expect(host.presses[0]).toMatchObject({ pressId: id, data: "yes", messageId: asked.id });
      await connection.answerPress?.(id, "Done");
      expect(server.world.followUps).toEqual(["Done"]);
    });
  });
});

describe("what goes out", () => {
  test("a server error is tried again, and a message that had arrived is not there twice", async () => {
    await connected(async ({ server, connection }) => {
      // Without its echo on the gateway, the channel is what tells whether it arrived.
      server.gateway.mute();
      const message = to(general, "once");
      server.fault = () => "accept-then-drop";
      expect((await connection.send(message, noSignal())).status).toBe("uncertain");
      server.fault = () => "none";
      server.failures.push({ path: "/messages", status: 503 });
      expect((await connection.send(message, noSignal())).status).toBe("retry");
      const [first] = server.world.posted;
      expect(await connection.send(message, noSignal())).toEqual({ status: "sent", messageId: first?.id });
      expect(server.world.posted).toHaveLength(1);
    });
  });

  test("after a restart it is known whether a message arrived, though the same was said before", async () => {
    await using place = await openDiscordPlace();
    const memory = new Map<string, string>();
    const lost = to(general, "Done.");
    await during(
      place,
      async ({ server, connection }) => {
        await connection.send(to(general, "Done."), noSignal());
        server.failures.push({ path: "/messages", status: 502 });
        expect((await connection.send(lost, noSignal())).status).toBe("retry");
      },
      {},
      { memory },
    );
    place.server.gateway.forgetSessions();
    await during(
      place,
      async ({ connection }) => expect(await connection.lookUp?.(lost, noSignal())).toBe("not-there"),
      {},
      { memory },
    );
  });

  test("only people may be pinged, unless it is set otherwise", async () => {
    await connected(async ({ connection, server }) => {
      const bodies: unknown[] = [];
      server.onPost = (body) => bodies.push(body);
      await connection.send(to(general, "@everyone"), noSignal());
      expect(bodies[0]).toMatchObject({
        allowed_mentions: { parse: ["users"], replied_user: true },
        enforce_nonce: true,
      });
    });
  });
});

describe("connections", () => {
  test("what was said while it was away comes in after a restart, in order, with or without its session", async () => {
    await using place = await openDiscordPlace();
    const memory = new Map<string, string>();
    await during(
      place,
      async ({ server, host }) => {
        server.sayTo(0, "one");
        await host.until(({ messages }) => messages.length === 1);
      },
      {},
      { memory },
    );
    place.server.sayTo(0, "two");
    place.server.sayTo(3, "from somebody new");
    await during(
      place,
      async ({ host }) => {
        await host.until(({ messages }) => messages.length === 2);
        expect(host.messages.map(({ text }) => text)).toEqual(["two", "from somebody new"]);
      },
      {},
      { memory },
    );
    expect(place.server.gateway.resumes).toBe(1);
    place.server.gateway.forgetSessions();
    for (let index = 0; index < 120; index += 1) place.server.sayTo(0, `later ${index}`);
    await during(
      place,
      async ({ host, server }) => {
        server.sayTo(0, "now");
        await host.until(({ messages }) => messages.some(({ text }) => text === "now"));
        const texts = [...new Set(host.messages.map(({ text }) => text))];
        expect(texts).toEqual([...Array.from({ length: 120 }, (_, index) => `later ${index}`), "now"]);
      },
      {},
      { memory },
    );
  });

  test("a message that is not kept is handed over again, and after a kill as well", async () => {
    await using place = await openDiscordPlace();
    const memory = new Map<string, string>();
    await during(
      place,
      async ({ server, host }) => {
        server.sayTo(0, "zero");
        await host.until(({ messages }) => messages.length === 1);
        host.refuse(1);
        server.sayTo(0, "one");
        server.sayTo(0, "two");
        await host.until(({ messages }) => messages.length === 3);
        host.refuse(1_000);
        server.sayTo(0, "three");
        await host.until(({ states }) => states.at(-1)?.state === "retrying");
      },
      {},
      { memory },
    );
    await during(
      place,
      async ({ host }) => {
        await host.until(({ messages }) => messages.length > 0);
        expect(host.messages.map(({ text }) => text)).toEqual(["three"]);
      },
      {},
      { memory },
    );
  });

  test("an intent that is off, and a token that is revoked, say what to do, and never the token", async () => {
    await using place = await openDiscordPlace();
    place.server.gateway.withoutContent = true;
    const host = createRecordingHost();
    await expect(place.platform.connect(place.settings, host, noSignal())).rejects.toMatchObject({
      code: "PLATFORM_UNAUTHORISED",
      hint: expect.stringContaining("Message Content Intent"),
    });
    place.server.gateway.withoutContent = false;
    await during(place, async ({ server, host: recording }) => {
      server.gateway.close(4_004);
      await recording.until(({ states }) => states.at(-1)?.state === "failed");
      expect(recording.states.at(-1)?.hint).toContain("Reset Token");
      expect(JSON.stringify(recording.states)).not.toContain(server.world.token);
    });
  });
});

describe("its dialect", () => {
  test.each([
    ["**bold** *it* ~~no~~ `a_b`", "**bold** *it* ~~no~~ `a_b`"],
    ["a_b * 2 | 3", "a\\_b \\* 2 \\| 3"],
    ["https://example.org/a_b", "https://example.org/a_b"],
    ["[here](https://example.org)", "[here](<https://example.org>)"],
    ["# Title\n\ntext", "**Title**\n\ntext"],
    ["```js\nlet a;\n```", "```js\nlet a;\n```"],
    ["> said", "> said"],
  ])("%j is written %j", (markdown, text) => {
    expect(discord().render(markdown).text).toBe(text);
  });

  test("what a person sees of a text without marks is that text", () => {
    const words = fc.string({ unit: fc.constantFrom(..."abc *_~`|\\<>@#:[]()!-.1"), maxLength: 40 });
    fc.assert(
      fc.property(words, (text) => {
        const literal = text
          .replace(/[!-/:-@[-`{-~]/g, "\\$&")
          .replace(/\s+/g, " ")
          .trim();
        const seen = readDiscordMarkdown(discord().render(`x ${literal}`).text);
        expect(seen.replace(/\s+/g, " ").trim()).toBe(`x ${text}`.replace(/\s+/g, " ").trim());
      }),
      { numRuns: 200 },
    );
  });
});
