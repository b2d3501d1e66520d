import { expect, onTestFinished, test } from "vitest";
import type { Platform, PlatformHost } from "../../src/index.ts";
import { slack } from "../../src/index.ts";
import { createRecordingHost, openTestListener, type RecordingHost } from "../../src/testing/index.ts";
import { ada as discordAda, general, openDiscordPlace } from "./discord/discord-place.ts";
import { ada as slackAda, openSlackPlace, shortTimes } from "./slack/slack-place.ts";

const { signal } = new AbortController();
const texts = Array.from({ length: 1_300 }, (_, index) => `message ${index}`);

/** A host whose store keeps nothing before it is told to. */
async function connectSlow<Settings>(
  platform: Platform<Settings>,
  settings: Settings,
  more: Pick<PlatformHost, "route"> = {},
): Promise<{ host: RecordingHost; refused: () => number; keep: () => void }> {
  const host = createRecordingHost();
  const kept = Promise.withResolvers<void>();
  let refused = 0;
  const slow: PlatformHost = {
    ...host,
    ...more,
    async message(message) {
      await kept.promise;
      await host.message(message);
    },
    log(_, __, { error } = {}) {
      if (String(error).includes("too much waits")) refused += 1;
    },
  };
  const connection = await platform.connect(settings, slow, { signal });
  onTestFinished(async () => {
    kept.resolve();
    await connection.stop();
  });
  return { host, refused: () => refused, keep: kept.resolve };
}

async function allIn({ until, messages }: RecordingHost): Promise<readonly string[]> {
  await until(() => messages.length >= texts.length);
  return messages.map(({ text }) => text);
}

test("Discord is left while its messages can't be kept, and gives all of them later", async () => {
  await using place = await openDiscordPlace();
  const { server } = place;
  const { host, keep } = await connectSlow(place.platform, place.settings);
  for (const text of texts.slice(0, 1_200)) server.say(discordAda, general, text);
  await server.world.until(() => (server.gateway.connected === 0 ? true : undefined));
  for (const text of texts.slice(1_200)) server.say(discordAda, general, text);
  expect(server.gateway.connected).toBe(0);

  keep();

  expect(await allIn(host)).toEqual(texts);
  expect(server.gateway.identifies).toBe(1);
});

test("Slack gets no acknowledgement of messages that can't be kept, and gives all of them later", async () => {
  await using place = await openSlackPlace();
  const { server } = place;
  const { host, refused, keep } = await connectSlow(place.platform, place.settings);
  for (const text of texts) server.say({ user: slackAda.id, channel: slackAda.dm, text });
  await expect.poll(refused).toBe(300);

  keep();

  expect(await allIn(host)).toEqual(texts);
});

test("posts of Slack that can't be kept are refused, and what was in them is fetched later", async () => {
  await using place = await openSlackPlace();
  const { server, settings } = place;
  const { route, url, close } = await openTestListener();
  onTestFinished(close);
  const called = { ...settings, app_token: undefined, signing_secret: server.signingSecret };
  const { host, refused, keep } = await connectSlow(slack(shortTimes), called, { route });
  const posts = texts.map((text) => {
    const said = { user: slackAda.id, channel: slackAda.dm, text };
    const event = { ...said, type: "message", channel_type: "im", ts: server.say(said) };
    const body = JSON.stringify({ type: "event_callback", event });
    return { method: "POST", body, headers: server.sign(body) };
  });
  const post = async (some: typeof posts): Promise<Set<number>> => {
    const answers = await Promise.all(some.map((each) => fetch(`${url}/slack/events`, each)));
    return new Set(answers.map(({ status }) => status));
  };
  expect(await post(posts.slice(0, 1_000))).toEqual(new Set([503]));
  expect(refused()).toBe(0);
  expect(await post(posts.slice(1_000))).toEqual(new Set([503]));
  expect(refused()).toBe(300);

  keep();

  expect(new Set(await allIn(host))).toEqual(new Set(texts));
});
