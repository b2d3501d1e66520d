import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { requestOnce } from "../../src/http/request-once.ts";
import type { InboundMessage, PlatformHealth } from "../../src/index.ts";
import { fetchDiscordFile } from "../../src/platforms/discord/fetch-file.ts";
import { readCommand } from "../../src/platforms/slack/read-interaction.ts";
import { createRecordingHost, type PlatformPlace } from "../../src/testing/index.ts";
import { openStore } from "../support.ts";
import { ada as discordAda, general, openDiscordPlace } from "./discord/discord-place.ts";
import { openMatrixPlace } from "./matrix/matrix-place.ts";
import { openSlackPlace } from "./slack/slack-place.ts";
import { openTelegramPlace } from "./telegram-place.ts";
import { openWhatsAppPlace } from "./whatsapp/whatsapp-place.ts";

const signal = new AbortController().signal;

test("an edit in the name of somebody else changes nothing that waits", async () => {
  const { store } = openStore();
  const said = (userId: string, text: string): InboundMessage => ({
    at: { platform: "matrix", chatId: "!room" },
    ...{ messageId: "$1", chatKind: "group", text, sentAt: 1, isAddressed: true, files: [] },
    sender: { userId, isBot: false },
  });
  await store.inbox.keep({ chat: "c", message: said("@owner", "list"), tier: "owner", receivedAt: 1 });

  expect(await store.inbox.correct(said("@guest", "delete everything"))).toBeUndefined();
  expect((await store.inbox.waiting("c"))[0]?.message).toMatchObject({ text: "list" });
  expect(await store.inbox.correct(said("@owner", "list all"))).toBe("corrected");
});

test("a channel of Discord that the bot wrote to first is never taken for a private chat", async () => {
  await using place = await openDiscordPlace();
  const memory = new Map<string, string>();
  const before = createRecordingHost({ memory });
  const first = await place.platform.connect(place.settings, before, { signal });
  const to = { platform: "discord", chatId: general };
  await first.send({ to, key: "k", text: "hello", plain: "hello", silent: false }, { signal });
  await first.stop();
  place.server.gateway.forgetSessions();
  place.server.say(discordAda, general, "not to the bot");

  const host = createRecordingHost({ memory });
  const second = await place.platform.connect(place.settings, host, { signal });
  await host.until(({ messages }) => messages.length === 1);
  place.server.say(discordAda, general, "nor this");
  await host.until(({ messages }) => messages.length === 2);
  await second.stop();

  expect(host.messages.map(({ chatKind, isAddressed }) => [chatKind, isAddressed])).toEqual([
    ["group", false],
    ["group", false],
  ]);
});

test("a link of Matrix without an end stops nothing", async () => {
  await using place = await openMatrixPlace();
  const host = createRecordingHost();
  const connection = await place.platform.connect(place.settings, host, { signal });
  const begun = performance.now();
  const pill = '<a href="https://matrix.to/#/';
  place.say(place.room, { body: "one", formatted_body: pill + "a".repeat(60_000) });
  place.say(place.room, { body: "two", formatted_body: `<a ${'href="https://matrix.to/#/a'.repeat(2_300)}` });
  place.say(place.room, { body: "three", formatted_body: "<a ".repeat(20_000) });
  await host.until(({ messages }) => messages.length === 3);
  await connection.stop();

  expect(performance.now() - begun).toBeLessThan(30_000);
});

describe("answers of a platform", () => {
  const asked = async (
    open: () => Promise<PlatformPlace<unknown>>,
    path: RegExp,
    answer: () => Response,
  ): Promise<{ readonly count: number; readonly states: readonly PlatformHealth[] }> => {
    await using place = await open();
    const host = createRecordingHost();
    let count = 0;
    const isFaulty = (): boolean => host.states.some(({ state }) => state === "up");
    const connection = await place.platform.connect(
      place.settings,
      {
        ...host,
        fetch: async (input, init) => {
          if (!path.test(String(input)) || !isFaulty()) return await fetch(input, init);
          count += 1;
          return answer();
        },
      },
      { signal },
    );
    await host.until(({ states }) => states.some(({ state }) => state === "retrying"));
    await delay(100);
    await connection.stop();
    return { count, states: host.states };
  };

  const forAnAge = (): Response =>
    Response.json(
      { ok: false, errcode: "M_LIMIT_EXCEEDED", parameters: { retry_after: 1e9 }, retry_after_ms: 1e12 },
      { status: 429, headers: { "retry-after": "1000000000" } },
    );
  test.each([
    ["Telegram", openTelegramPlace, /getUpdates/],
    ["Matrix", openMatrixPlace, /\/sync/],
  ])("a pause of %s that no timer can hold is no pause of nothing", async (_, open, path) => {
    expect((await asked(open, path, forAnAge)).count).toBe(1);
  });

  test("Matrix ends without an error while it waits for its next try", async () => {
    await using place = await openMatrixPlace();
    const host = createRecordingHost();
    const connection = await place.platform.connect(place.settings, host, { signal });
    place.server.fault("sync", { kind: "rate-limit", retryAfterMs: 60_000 });
    await host.until(({ states }) => states.some(({ state }) => state === "retrying"));

    await connection.stop();
    expect(host.states.at(-1)?.state).toBe("stopped");
  });

  test("an answer without an end is given up, and fills no memory", async () => {
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const answer = await requestOnce("http://platform.test", {
      ...{ signal, timeoutMs: 10_000 },
      fetch: async () => new Response(endless),
    });

    expect(answer).toEqual({ answered: false, arrived: true, reason: "the answer is too long" });
    expect(given).toBeLessThan(60);
  });
});

test("a token goes with a file to nobody but the platform, and a file of Discord leads nowhere else", async () => {
  await using place = await openWhatsAppPlace();
  const host = createRecordingHost();
  const urls: string[] = [];
  const evil = [
    "https://evil.example/x",
    "https://fbsbx.com.evil.example/x",
    "https://evilfbsbx.com/x",
    "http://lookaside.fbsbx.com/x",
    "https://169.254.169.254/latest",
  ];
  const named = [...evil];
  const connection = await place.platform.connect(
    place.settings,
    {
      ...host,
      fetch: async (input, init) => {
        urls.push(String(input));
        return String(input).endsWith("/77")
          ? Response.json({ url: named.shift() })
          : await fetch(input, init);
      },
    },
    { signal },
  );
  for (const _ of evil)
    await expect(connection.fetchFile?.("77", { maxBytes: 10, signal })).rejects.toMatchObject({
      code: "PLATFORM_FILE_LOST",
    });
  await connection.stop();
  expect(urls.filter((url) => evil.includes(url))).toEqual([]);

  const rest = { ask: async () => ({ ok: true as const, body: {} }), close: () => undefined };
  const fetched: string[] = [];
  const options = {
    ...{ rest, root: "https://discord.com/api" },
    fetch: async (url: unknown) => {
      fetched.push(String(url));
      return new Response("abc");
    },
  };
  const fetchAt = (url: string): Promise<unknown> =>
    fetchDiscordFile(options, JSON.stringify({ channel: "1", message: "2", id: "3", url }), {
      ...{ maxBytes: 10, signal },
    });
  for (const url of [
    "http://127.0.0.1/x",
    "https://169.254.169.254/x",
    "https://cdn.discordapp.com.evil.example/x",
  ])
    await expect(fetchAt(url)).rejects.toMatchObject({ code: "PLATFORM_FILE_LOST" });
  await fetchAt("https://cdn.discordapp.com/attachments/1/2/a.txt?ex=1");
  expect(fetched).toHaveLength(1);
});

test("a slash command in a channel that is called like a direct message is of a channel", () => {
  const command = { command: "/hermes", text: "hi", user_id: "U1", channel_id: "C1", trigger_id: "1" };
  const payload = { ...command, channel_name: "directmessage" };

  expect(readCommand(payload, { now: 1, isKnown: () => false })?.chatKind).toBe("group");
});

test("a long edit in Slack calls nobody", async () => {
  await using place = await openSlackPlace();
  const host = createRecordingHost();
  const bodies: string[] = [];
  const connection = await place.platform.connect(
    place.settings,
    {
      ...host,
      fetch: async (input, init) => {
        if (String(input).endsWith("/chat.update")) bodies.push(String(init?.body));
        return await fetch(input, init);
      },
    },
    { signal },
  );
  const long = `<!channel> <@U1> & ${"words ".repeat(1_000)}`;
  await connection.edit?.(
    "1.1",
    {
      ...{ to: { platform: "slack", chatId: "C1" }, key: "k", silent: false },
      ...place.platform.render(long),
    },
    { signal },
  );
  await connection.stop();

  const sent = new URLSearchParams(bodies[0]);
  expect(sent.get("text")).toContain("&lt;!channel&gt; &lt;@U1&gt; &amp;");
  expect(`${sent.get("text")}${sent.get("blocks")}`).not.toMatch(/<[!@#]/);
});

test("a file of Matrix is a file, and nothing else that the homeserver gives", async () => {
  await using place = await openMatrixPlace();
  const host = createRecordingHost();
  const urls: string[] = [];
  const connection = await place.platform.connect(
    place.settings,
    {
      ...host,
      fetch: async (input, init) => {
        urls.push(String(input));
        return await fetch(input, init);
      },
    },
    { signal },
  );
  for (const reference of [
    "mxc://../config",
    "mxc://./x",
    "mxc://a/../x",
    "mxc://a/b/c",
    "https://a/b",
    "mxc:///x",
  ])
    await expect(connection.fetchFile?.(reference, { maxBytes: 10, signal })).rejects.toMatchObject({
      code: "PLATFORM_FILE_LOST",
    });
  await connection.stop();
  expect(urls.filter((url) => url.includes("media"))).toEqual([]);
});

test.each([
  ["Slack", openSlackPlace],
  ["WhatsApp", openWhatsAppPlace],
  ["Telegram", openTelegramPlace],
] as const)("an address of %s with a password is named without it", async (_, open) => {
  await using place: PlatformPlace<unknown> = await open();
  const { platform, settings } = place;
  const wrong = { ...(settings as object), api_root: "http://admin:hunter22@127.0.0.1:9/api" };
  const error: unknown = await platform
    .connect(wrong, createRecordingHost(), { signal })
    .catch((reason: unknown) => reason);

  expect(String(error)).toContain("127.0.0.1");
  expect(JSON.stringify([String(error), error])).not.toMatch(/admin|hunter22/);
});
