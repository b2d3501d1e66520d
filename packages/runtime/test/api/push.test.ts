import { createPublicKey, verify } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { scripted } from "@hermes/models";
import type { Model } from "@hermes/models";
import { expect, test, vi } from "vitest";
import type { PushChoice } from "../../src/index.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { startPushService } from "./push-service.ts";
import { jsonOf, say, serveApi } from "./support.ts";
import type { Json, ServedHome } from "./support.ts";

const waiting = { timeout: 20_000, interval: 25 };
const atOnce = { longTurnMs: -1, unansweredMs: 0 };
const never = { longTurnMs: 60_000, unansweredMs: 60_000 };
const target = "https://push.example/send/one";
const command = { name: "terminal", arguments: { command: "git push --force" } };

async function serve(
  place: TemporaryPlace,
  push: PushChoice,
  model: Model = scripted(() => ({ text: "Done." })),
) {
  const resolveHost = async () => await Promise.resolve(["93.184.216.34"]);
  return await serveApi(place, { model, resolveHost }, { push });
}

async function add(served: ServedHome, endpoint: string = target): Promise<number> {
  return (await served.send("/api/push", { endpoint })).status;
}

async function keptTargets({ home }: TemporaryPlace): Promise<readonly string[]> {
  return JSON.parse(await readFile(join(home, "credentials", "push-targets.json"), "utf8")).endpoints;
}

/** The claims, where the signature is that of the key. */
function claimsOf(authorization: string | undefined, publicKey: string): Json {
  const [, said = "", signature = "", key] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const signed = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", Buffer.from(said), signed, Buffer.from(signature, "base64url"))).toBe(true);
  expect([key, point.length, point[0]]).toEqual([publicKey, 65, 4]);
  const [header = "", claims = ""] = said.split(".").map((part) => Buffer.from(part, "base64url").toString());
  expect(JSON.parse(header)).toEqual({ typ: "JWT", alg: "ES256" });
  return JSON.parse(claims);
}

test("a long turn that ended wakes a browser, with nothing in it but who sends it", async () => {
  await using place = await temporaryPlace();
  await using service = await startPushService();
  const key = `sk-ant-api03-${"Ab3dE6gH9".repeat(10)}`;
  const words = `With ${key} all of ${"it ".repeat(200)}`;
  await using served = await serve(place, { ...atOnce, fetch: service.fetch }, scripted([{ text: words }]));
  const { publicKey } = await jsonOf(served.get("/api/push"));
  const before = await jsonOf(served.get("/api/news"));
  await add(served);

  const sessionId = await say(served, "Tidy up");
  await vi.waitFor(() => expect(service.received).toHaveLength(1), waiting);
  const news = await jsonOf(served.get("/api/news"));

  const [push] = service.received;
  expect(push).toMatchObject({ method: "POST", path: "/send/one", body: "" });
  expect(push?.headers).toMatchObject({ ttl: "3600", urgency: "normal", "content-length": "0" });
  const { aud, exp, sub } = claimsOf(push?.headers.authorization, publicKey);
  expect([aud, sub]).toEqual(["https://push.example", "https://github.com/hermes-ts/hermes"]);
  expect(exp - Date.now() / 1_000).toBeGreaterThan(0);
  expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(12 * 60 * 60);
  expect(before).toEqual({ kind: "none" });
  expect(news).toMatchObject({ kind: "ended", sessionId, title: "Tidy up" });
  expect([news.text.length, news.text.startsWith("With ")]).toEqual([200, true]);
  expect(news.text).toContain("all of it it");
  expect(news.text).not.toContain(key);
});

test("a permission that nobody gives wakes it urgently, and is the news before any end", async () => {
  await using place = await temporaryPlace();
  await using service = await startPushService();
  const key = `sk-ant-api03-${"Ab3dE6gH9".repeat(10)}`;
  const asked = { name: "terminal", arguments: { command: `git push --force ${key}` } };
  const model = scripted([{ text: "Hello." }, { calls: [asked] }, { text: "Done." }]);
  const push = { ...atOnce, longTurnMs: 60_000, fetch: service.fetch };
  await using served = await serve(place, push, model);
  await add(served);
  await say(served, "Hi");

  const { sessionId } = await jsonOf(served.send("/api/runs", { input: "Push it" }));
  await vi.waitFor(() => expect(service.received).toHaveLength(1), waiting);
  const news = await jsonOf(served.get("/api/news"));
  const { items } = await jsonOf(served.get("/api/approvals?status=open"));
  await served.send(`/api/approvals/${items[0].id}/answer`, { decision: "deny" });

  expect(service.received[0]?.headers).toMatchObject({ urgency: "high" });
  expect(news).toMatchObject({ kind: "approval", sessionId });
  expect(news.text).toContain("git push --force");
  expect(news.text).not.toContain(key);
  await vi.waitFor(async () => {
    expect(await jsonOf(served.get("/api/news"))).toMatchObject({ kind: "ended", sessionId, text: "Done." });
  }, waiting);
});

test("a question that waits wakes it, and is the news until it is answered", async () => {
  await using place = await temporaryPlace();
  await using service = await startPushService();
  const question = { question: "Which one?", choices: ["red", "blue"] };
  const model = scripted([{ calls: [{ name: "clarify", arguments: question }] }, { text: "Thanks." }]);
  await using served = await serve(place, { ...atOnce, longTurnMs: 60_000, fetch: service.fetch }, model);
  await add(served);

  await served.send("/api/runs", { input: "Paint it" });
  await vi.waitFor(() => expect(service.received).toHaveLength(1), waiting);

  expect(await jsonOf(served.get("/api/news"))).toMatchObject({ kind: "question", text: "Which one?" });
});

test("what is answered at once, ends soon or is interrupted wakes nobody", async () => {
  await using place = await temporaryPlace();
  await using service = await startPushService();
  const model = scripted([{ calls: [command] }, { text: "Done." }, { text: "On and on", hang: true }]);
  await using served = await serve(place, { ...never, unansweredMs: 400, fetch: service.fetch }, model);
  await add(served);
  const first = await jsonOf(served.send("/api/runs", { input: "Push it" }));
  const [asked] = await vi.waitFor(async () => {
    const { items } = await jsonOf(served.get("/api/approvals?status=open"));
    expect(items).toHaveLength(1);
    return items;
  }, waiting);

  await served.send(`/api/approvals/${asked.id}/answer`, { decision: "deny" });
  const second = await jsonOf(served.send("/api/runs", { input: "Go on" }));
  await served.send(`/api/sessions/${second.sessionId}/stop`, {});
  await pause(600);

  expect(service.received).toEqual([]);
  await vi.waitFor(async () => {
    const news = await jsonOf(served.get("/api/news"));
    expect(news).toMatchObject({ kind: "ended", sessionId: first.sessionId });
  }, waiting);
});

test("a browser that is gone is forgotten; of one that can't be told the owner hears once", async () => {
  await using place = await temporaryPlace();
  await using service = await startPushService();
  const [gone, broken, moved] = ["gone", "broken", "moved"].map((name) => `https://push.example/${name}`);
  service.answers.set("/gone", 410).set("/broken", 500).set("/moved", 307);
  await using served = await serve(place, { ...atOnce, fetch: service.fetch });
  for (const endpoint of [gone, broken, moved, target]) expect(await add(served, endpoint)).toBe(200);

  await say(served, "One");
  await vi.waitFor(async () => expect(await keptTargets(place)).toEqual([broken, moved, target]), waiting);
  await say(served, "Two");
  await vi.waitFor(() => expect(service.received).toHaveLength(7), waiting);
  await served.send("/api/push", { endpoint: broken }, { method: "DELETE" });

  expect(await keptTargets(place)).toEqual([moved, target]);
  const told = served.warnings.filter((line) => line.includes("push.example"));
  expect(told.toSorted()).toEqual([
    expect.stringContaining("it answers 307"),
    expect.stringContaining("it answers 500"),
  ]);
  expect(told.join()).not.toMatch(/broken|moved/);
});

test("an address inside is no push service, not even where a name comes to lead there later", async () => {
  await using place = await temporaryPlace();
  let address = "93.184.216.34";
  const resolveHost = async () => await Promise.resolve([address]);
  await using served = await serveApi(
    place,
    { model: scripted(() => ({ text: "Done." })), resolveHost },
    { push: atOnce },
  );
  const inside = [
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://[::1]/x",
    "https://169.254.169.254/x",
  ];
  const statuses = await Promise.all(inside.map(async (each) => await add(served, each)));
  const plain = await add(served, "http://push.example/send/one");
  const open = await add(served);

  address = "127.0.0.1";
  const later = await served.send("/api/push", { endpoint: "https://inside.example/x" });
  await say(served, "Hi");
  await vi.waitFor(() => expect(served.warnings.join()).toContain("push.example"), waiting);

  expect([...statuses, plain]).toEqual([400, 400, 400, 400, 400]);
  expect([open, later.status]).toEqual([200, 400]);
  expect((await jsonOf(later)).error.code).toBe("API_BAD_REQUEST");
  expect(served.warnings.join()).toContain("127.0.0.1");
  expect(served.warnings.join()).not.toContain("/send/one");
});

test("the key outlives the server, readable for its person alone; where nobody asked, none is made", async () => {
  await using place = await temporaryPlace();
  await using service = await startPushService();
  const file = join(place.home, "credentials", "push-key.json");
  const keyOf = async (served: ServedHome): Promise<string> =>
    (await jsonOf(served.get("/api/push"))).publicKey;
  let first = "";
  {
    await using served = await serve(place, { ...atOnce, fetch: service.fetch });
    await say(served, "Hi");
    expect([existsSync(file), service.received.length]).toEqual([false, 0]);
    first = await keyOf(served);
    expect((await served.get("/api/push", served.tokens.user)).status).toBe(403);
  }
  await using served = await serve(place, { ...atOnce, fetch: service.fetch });

  expect(await keyOf(served)).toBe(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("twenty browsers are told at the most, the newest", async () => {
  await using place = await temporaryPlace();
  await using served = await serve(place, never);
  const endpoints = Array.from({ length: 22 }, (_, index) => `https://push.example/${index}`);

  for (const endpoint of endpoints) await add(served, endpoint);
  await add(served, "https://push.example/2");

  expect(await keptTargets(place)).toEqual([...endpoints.slice(3), "https://push.example/2"]);
});
