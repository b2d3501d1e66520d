import { HermesError } from "@hermes/registry";
import { expect, onTestFinished, test } from "vitest";
import { wordsOf } from "../../../src/chat/words-of.ts";
import { webhook } from "../../../src/platforms/webhook/webhook.ts";
import { openTestListener } from "../../../src/testing/open-listener.ts";
import { createRecordingHost } from "../../../src/testing/recording-host.ts";
import type { RecordingHostOptions } from "../../../src/testing/recording-host.ts";
import { openReceiver } from "./receiver.ts";
import { secret, signed } from "./webhook-place.ts";

async function opened(settings: object, more: RecordingHostOptions = {}) {
  const listener = await openTestListener();
  const delivered: { target: string; key: string; markdown: string }[] = [];
  const host = createRecordingHost({
    route: listener.route,
    deliver: async (target, { key, markdown }) => {
      if (target === "gone") throw new HermesError("Nobody there.", { code: "PLATFORM_NO_TARGET" });
      delivered.push({ target, key, markdown });
    },
    ...more,
  });
  const platform = webhook({ answerMs: 300 });
  const signal = new AbortController().signal;
  const connection = await platform.connect(platform.settings.parse(settings), host, { signal });
  onTestFinished(async () => {
    await connection.stop();
    listener.close();
  });
  const post = async (body: string, headers: Record<string, string> = {}, route = "default") =>
    await fetch(`${listener.url}/webhooks/${route}`, {
      method: "POST",
      body,
      headers: { ...signed(body), ...headers },
    });
  const send = async (text: string, key = "k1", chatId = "default") =>
    await connection.send(
      { to: { platform: "webhook", chatId }, key, text, plain: text, silent: false },
      { signal },
    );
  return { host, delivered, post, send, connection, url: listener.url };
}

const routeWith = (more: object): object => ({ routes: { default: { secret, ...more } } });

test("with variables alone there is one route, and each post is a conversation of untrusted words", async () => {
  const { host, post } = await opened({ enabled: "1", secret });

  const answer = await post('{"a":1}', { "x-request-id": "one" });

  expect([answer.status, await answer.json()]).toEqual([202, { status: "accepted", id: "one" }]);
  expect(host.messages).toMatchObject([
    {
      at: { platform: "webhook", chatId: "default", threadId: "one" },
      ...{ messageId: "one", updateId: "default/one", isUntrusted: true },
      text: '{"a":1}',
    },
  ]);
});

test("the agent is told that what was posted is untrusted", async () => {
  const { host, post } = await opened({ enabled: true, secret });
  await post("{}");

  const rows = host.messages.map((message) => ({
    ...({ id: 1, state: "received", chat: "c", message, tier: "user", receivedAt: 0 } as const),
  }));
  expect(wordsOf(rows, { shared: false, media: [] }).input).toMatchObject({
    provenance: [{ source: "chat" }],
  });
});

test.each([
  ["no signature", { "x-webhook-signature": "" }, 401],
  ["the signature of another body", signed("{ }"), 401],
  ["the signature of another secret", signed("{}", "another"), 401],
])("%s is refused, and nothing comes in", async (_, headers, status) => {
  const { host, post } = await opened({ enabled: true, secret });

  expect((await post("{}", headers)).status).toBe(status);
  expect(host.messages).toEqual([]);
});

test("junk that is signed, routes that are not there and other methods are refused", async () => {
  const { host, post, url } = await opened({ enabled: true, secret });

  expect((await post("no json")).status).toBe(400);
  for (const route of ["other", "constructor", "__proto__", "default/more", ""])
    expect((await post("{}", {}, route)).status).toBe(404);
  const got = await fetch(`${url}/webhooks/default`);
  expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  expect(host.messages).toEqual([]);
});

test("a form of GitHub is read, and events that nobody asked for are answered and left", async () => {
  const { host, post } = await opened(routeWith({ events: ["push"], prompt: "Pushed to {ref}" }));
  const form = new URLSearchParams({ payload: '{"ref":"main"}' }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };

  expect((await post(form, { ...type, "x-github-event": "push" })).status).toBe(202);
  const ignored = await post(form, { ...type, "x-github-event": "star" });
  expect((await post('{"event_type":"push","ref":"dev"}', type)).status).toBe(202);

  expect([ignored.status, await ignored.json()]).toEqual([200, { status: "ignored", event: "star" }]);
  expect(host.messages.map(({ text }) => text)).toEqual(["Pushed to main", "Pushed to dev"]);
});

test("more than the rate limit is told when to come again; forged posts count for nothing", async () => {
  let now = 1_000_000;
  const { host, post } = await opened(routeWith({ rate_limit: 2 }), { now: () => now });
  for (let count = 0; count < 5; count += 1) await post("{}", signed("forged"));
  expect((await post("[1]")).status).toBe(202);
  now += 20_000;
  expect((await post("[2]")).status).toBe(202);

  const over = await post("[3]");
  now += 40_000;
  const later = await post("[3]");

  expect([over.status, over.headers.get("retry-after"), later.status]).toEqual([429, "40", 202]);
  expect(host.messages).toHaveLength(3);
});

test("what could not be kept is answered with 503, and comes again with the same ids", async () => {
  const { host, post } = await opened({ enabled: true, secret });
  host.refuse(1);

  expect((await post("{}")).status).toBe(503);
  expect((await post("{}")).status).toBe(202);
  expect((await post("{}")).status).toBe(202);
  expect(new Set(host.messages.map(({ updateId }) => updateId)).size).toBe(1);
});

test.each([
  ["GitHub", (body: string) => ({ "x-hub-signature-256": `sha256=${signed(body)["x-webhook-signature"]}` })],
  ["a program that signs no time", signed],
])("what %s posted is the same post under another delivery id, for five minutes", async (_, sign) => {
  let now = 1_000_000;
  const { host, post } = await opened(routeWith({ signature: "auto" }), { now: () => now });
  const headers = { "x-webhook-signature": "", ...sign("{}") };
  await post("{}", { ...headers, "x-github-delivery": "d-1" });
  now += 299_000;
  const again = await post("{}", { ...headers, "x-github-delivery": "d-2" });
  now += 2_000;
  await post("{}", { ...headers, "x-github-delivery": "d-3" });

  expect(await again.json()).toEqual({ status: "accepted", id: "d-1" });
  expect(host.messages.map(({ updateId }) => updateId)).toEqual([
    ...["default/d-1", "default/d-1", "default/d-3"],
  ]);
});

test("deliver_only hands on without an agent, by a key of its own, and says where the target is not there", async () => {
  const { host, delivered, post } = await opened({
    secret,
    routes: {
      default: { prompt: "**{title}**", deliver: "telegram", deliver_only: true },
      lost: { deliver: "gone", deliver_only: true },
    },
  });

  expect((await post('{"title":"Down"}', { "idempotency-key": "d1" })).status).toBe(202);
  expect((await post("{}", {}, "lost")).status).toBe(502);
  expect(delivered).toEqual([{ target: "telegram", key: "webhook:default:d1", markdown: "**Down**" }]);
  expect(host.messages).toEqual([]);
});

test("an answer goes to the chat of its route, fails where that is not there, and to nowhere is in the log", async () => {
  const { delivered, send } = await opened({
    secret,
    routes: { default: { deliver: "slack:C1" }, lost: { deliver: "gone" }, quiet: {} },
  });

  expect(await send("done")).toEqual({ status: "sent", messageId: "k1" });
  expect(delivered).toEqual([{ target: "slack:C1", key: "webhook:k1", markdown: "done" }]);
  expect(await send("done", "k2", "lost")).toMatchObject({ status: "failed", code: "no-such-chat" });
  expect(await send("done", "k3", "other")).toMatchObject({ status: "failed", code: "no-such-chat" });
  expect(await send("done", "k4", "quiet")).toMatchObject({ status: "sent" });
});

test("a post whose answer is lost is tried again with the same id and a signature that holds; no reason names the address", async () => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const { send, post, host } = await opened(routeWith({ url: receiver.url }));

  receiver.next = "drop";
  const lost = await send("done");
  receiver.next = { status: 503, headers: { "retry-after": "3" } };
  expect(await send("done")).toMatchObject({ status: "retry", afterMs: 3_000 });
  expect(await send("done")).toEqual({ status: "sent", messageId: "k1" });

  expect(lost.status).toBe("retry");
  expect(JSON.stringify([lost, host.states])).not.toContain("hidden");
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(["k1", "k1"]);
  // What we sign is what we take.
  const { headers = {}, body = "" } = receiver.received[1] ?? {};
  expect((await post(body, { ...headers, "x-webhook-signature": "" })).status).toBe(202);
});

test("the check asks the listener, and fails once the route is gone", async () => {
  const { connection } = await opened({ enabled: true, secret });
  const signal = new AbortController().signal;

  await connection.check({ signal });
  await connection.stop();

  await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNREACHABLE" });
});

test.each([
  [{ enabled: true }, "secret"],
  [{ routes: { a: {} } }, "secret"],
  [{ enabled: true, secret: "INSECURE_NO_AUTH" }, "secret"],
  [{ secret, routes: { "a/b": {} } }, "routes.a/b"],
  [{ secret, routes: { a: { deliver: "webhook:b" } } }, "routes.a.deliver"],
  [{ secret, routes: { a: { deliver_only: true } } }, "routes.a.deliver"],
])("%j is not taken: %s", (settings, path) => {
  const { error } = webhook().settings.safeParse(settings);

  expect(error?.issues.map((issue) => issue.path.join("."))).toContain(path);
});

test("a route that is not right is said, and the others are served", async () => {
  const written = { secret, routes: { good: {}, "a/b": {}, late: { deliver: "webhook:good" } } };

  const { refused } = webhook().settings.parse(written);
  const { host, post } = await opened(written);

  expect(refused?.map(({ path }) => path.join("."))).toEqual(["routes.a/b", "routes.late.deliver"]);
  expect(host.states.at(-1)).toMatchObject({
    state: "up",
    reason: expect.stringContaining("routes.a/b is no name"),
    hint: "Change platforms.webhook.routes.a/b.",
  });
  expect((await post("{}", {}, "good")).status).toBe(202);
  expect((await post("{}", {}, "late")).status).toBe(404);
});

test("a secret alone switches nothing on, and neither does a switch that is off", () => {
  const { settings, isConfigured } = webhook();

  for (const given of [{ secret }, { secret, enabled: "false" }, { secret, enabled: "" }])
    expect(isConfigured(settings.parse(given))).toBe(false);
});
