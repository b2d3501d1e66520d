import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent } from "@hermes/agent-loop";
import { startLoginServer, startScriptedServer } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "./support/temporary-place.ts";

const price = { input: 1_000, output: 2_000 };

async function homeWith(place: TemporaryPlace, config: object, auth?: object): Promise<void> {
  await mkdir(place.home, { recursive: true, mode: 0o700 });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
  if (auth !== undefined)
    await writeFile(join(place.home, "auth.json"), JSON.stringify(auth), { mode: 0o600 });
}

async function eventsOf(run: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

const provider = "custom";

test("the next model answers, is named in the record, and each is billed for what it was asked", async () => {
  await using place = await temporaryPlace();
  const usage = { inputTokens: 100, outputTokens: 10 };
  await using one = await startScriptedServer({
    script: [{ text: "half an", finishReason: "content-filter", usage }],
  });
  await using two = await startScriptedServer({ script: [{ text: "the whole answer", usage }] });
  await homeWith(place, {
    model: { provider, default: "one", base_url: one.openaiUrl, api_key: "key-of-one" },
    fallback_providers: [{ provider, model: "two", base_url: two.openaiUrl, key_env: "SECOND_KEY" }],
    models: {
      one: { price, max_tokens: 50 },
      two: { price: { input: 2_000, output: 4_000 }, max_tokens: 50 },
    },
  });
  await using runtime = await runtimeIn(place, { env: { ...place.env, SECOND_KEY: "key-of-two" } });
  await using session = await runtime.openSession();

  const events = await eventsOf(session.agent.run("hi"));

  expect(events).toContainEqual(
    expect.objectContaining({
      type: "switch",
      from: expect.objectContaining({ model: "one" }),
      to: expect.objectContaining({ model: "two" }),
      cause: "content-policy",
    }),
  );
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "answered", text: "the whole answer" });
  expect(two.requests[0]?.headers["authorization"]).toBe("Bearer key-of-two");
  const store = await runtime.store();
  const sums = store.usage
    .sums({ by: "model" })
    .map(({ key, calls, usage: { costUsd } }) => [key, calls, costUsd]);
  expect(sums.toSorted()).toEqual([
    ["one", 1, expect.closeTo(0.12)],
    ["two", 1, expect.closeTo(0.24)],
  ]);
  expect(store.spending.spent(session.id, Date.now()).session.settled.usd).toBeCloseTo(0.36);
  const said = session.agent.messages.flatMap((message): readonly unknown[] =>
    message.role === "tool" ? [] : message.content,
  );
  expect(said).toEqual([
    { type: "text", text: "hi" },
    { type: "text", text: "the whole answer" },
  ]);
});

test("over a conversation of faults, the ledger and the records say the same, and each model's own row what it was asked", async () => {
  await using place = await temporaryPlace();
  const usage = { inputTokens: 100, outputTokens: 10 };
  const whole = { text: "whole", usage };
  const far = { "retry-after": "60" };
  await using one = await startScriptedServer({
    script: [
      whole,
      { status: 401 },
      { text: "half an answer of one", finishReason: "content-filter", usage },
    ],
  });
  await using two = await startScriptedServer({ script: [whole, { status: 429, headers: far }] });
  await using three = await startScriptedServer({ script: () => whole });
  await homeWith(place, {
    model: { provider, default: "one", base_url: one.openaiUrl, api_key: "k" },
    fallback_providers: [
      { provider, model: "two", base_url: two.openaiUrl },
      { provider, model: "three", base_url: three.openaiUrl },
    ],
    models: Object.fromEntries(["one", "two", "three"].map((name) => [name, { price, max_tokens: 50 }])),
  });
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();

  // Answered by one; refused by one and answered by two; refused by two and answered by three; then three alone is well.
  const answers: string[] = [];
  for (const words of ["a", "b", "c", "d"]) answers.push(await session.agent.chat(words));

  expect(answers).toEqual(["whole", "whole", "whole", "whole"]);
  const store = await runtime.store();
  const sums = store.usage
    .sums({ by: "model" })
    .map(({ key, calls, usage: { costUsd } }) => [key, calls, costUsd]);
  expect(sums.toSorted()).toEqual([
    ["one", 1, expect.closeTo(0.12)],
    ["three", 2, expect.closeTo(0.24)],
    ["two", 1, expect.closeTo(0.12)],
  ]);
  const { settled, reserved } = store.spending.spent(session.id, Date.now()).session;
  expect([settled.usd, reserved.usd]).toEqual([expect.closeTo(0.48), 0]);
  expect([one.requests.length, two.requests.length, three.requests.length]).toEqual([2, 2, 2]);
});

test("an answer that broke off is billed to the model that broke it off", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({
    script: () => ({
      text: "half an",
      finishReason: "content-filter",
      usage: { inputTokens: 40, outputTokens: 4 },
    }),
  });
  await using two = await startScriptedServer({
    script: [{ text: "whole", usage: { inputTokens: 100, outputTokens: 10 } }],
  });
  await homeWith(place, {
    model: { provider, default: "one", base_url: one.openaiUrl, api_key: "k" },
    fallback_providers: { provider, model: "two", base_url: two.openaiUrl },
    models: { one: { price }, two: { price: { input: 3_000, output: 3_000 } } },
  });
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();

  const end = (await eventsOf(session.agent.run("hi"))).at(-1);

  const store = await runtime.store();
  const sums = store.usage.sums({ by: "model" }).map(({ key, usage: { costUsd } }) => [key, costUsd]);
  expect(sums.toSorted()).toEqual([
    ["one", expect.closeTo(0.048)],
    ["two", expect.closeTo(0.33)],
  ]);
  expect(store.spending.spent(session.id, Date.now()).session.settled.usd).toBeCloseTo(0.378);
  expect(end).toMatchObject({ usage: { costUsd: expect.closeTo(0.378) } });
});

test("a model that refuses for lack of credit is left alone by the next process too", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({ script: [{ status: 402 }] });
  await using two = await startScriptedServer({ script: () => ({ text: "stand-in" }) });
  await homeWith(place, {
    model: { provider, default: "one", base_url: one.openaiUrl, api_key: "key-of-one" },
    fallback_providers: { provider, model: "two", base_url: two.openaiUrl },
  });
  for (const _ of [1, 2]) {
    // Each has nothing of the other but the home.
    await using runtime = await runtimeIn(place);
    await using session = await runtime.openSession();
    expect(await session.agent.chat("hi")).toBe("stand-in");
  }

  expect([one.requests.length, two.requests.length]).toEqual([1, 2]);
  expect(await readFile(join(place.home, "cache", "model-cool-downs.json"), "utf8")).not.toContain(
    "key-of-one",
  );
});

test("an entry that can't be used is warned of, and the others stand in", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({ script: [{ text: "ok" }] });
  await homeWith(place, {
    model: { provider, default: "one", base_url: one.openaiUrl, api_key: "k" },
    fallback_providers: [{ provider: "openrouter", model: "x" }],
  });
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();

  expect(await session.agent.chat("hi")).toBe("ok");
  expect(runtime.warnings).toEqual([
    expect.stringMatching(/^fallback_providers, entry 1: There is no key for OpenRouter/),
  ]);
});

test("a stand-in with a small window makes the conversation shorter and then answers", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({
    script: [...Array.from({ length: 6 }, () => ({ text: "noted ".repeat(400) })), { status: 402 }],
  });
  await using two = await startScriptedServer({ script: () => ({ text: "short and well" }) });
  await homeWith(place, {
    model: { provider, default: "one", base_url: one.openaiUrl, api_key: "k" },
    fallback_providers: { provider, model: "two", base_url: two.openaiUrl },
    auxiliary: { compression: { provider: "none" } },
    models: { one: { context_length: 200_000 }, two: { context_length: 14_000 } },
  });
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();
  for (let turn = 0; turn < 6; turn++) await session.agent.chat(`${turn} ${"words of mine ".repeat(400)}`);

  const events = await eventsOf(session.agent.run("and now?"));

  expect(events.map(({ type }) => type)).toContain("compression");
  expect(events.at(-1)).toMatchObject({ reason: "answered", text: "short and well" });
  expect(one.requests).toHaveLength(7);
});

test("keys of auth.json are used in turn, and are secret", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    script: ({ headers }, index) => {
      if (headers["authorization"] !== "Bearer secondKeyOfATest") return { status: 401 };
      const leak = {
        name: "terminal",
        arguments: { command: "echo it is firstKeyOfATest secondKeyOfATest" },
      };
      return index === 1 ? { calls: [leak] } : { text: "ok" };
    },
  });
  const base_url = server.openaiUrl;
  await homeWith(
    place,
    { model: { provider, default: "m", base_url } },
    {
      credential_pool: {
        custom: [
          { id: "a", label: "first", access_token: "firstKeyOfATest", base_url },
          { id: "b", label: "second", access_token: "secondKeyOfATest", base_url },
        ],
      },
    },
  );
  await using runtime = await runtimeIn(place, { flags: { yolo: true } });
  await using session = await runtime.openSession();

  expect(await session.agent.chat("hi")).toBe("ok");
  expect(server.requests).toHaveLength(3);
  const result = session.agent.messages.find(({ role }) => role === "tool")?.content;
  expect(result).toContain("it is");
  expect(result).not.toMatch(/firstKeyOfATest|secondKeyOfATest/);
});

test("a login that is renewed in the middle of a session is secret, and so is what renews it", async () => {
  await using place = await temporaryPlace();
  await using logins = await startLoginServer();
  await using server = await startScriptedServer({
    script: ({ headers }, index) => {
      if (headers["authorization"] !== "Bearer access-token-2") return { status: 401 };
      const command = "echo it is access-token-1 refresh-token-1 access-token-2 refresh-token-2";
      return index === 1 ? { calls: [{ name: "terminal", arguments: { command } }] } : { text: "ok" };
    },
  });
  const base_url = server.openaiUrl;
  const first = await fetch(`${logins.url}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:device_code" }),
  });
  const tokens = Object(await first.json());
  const login = { id: "a", auth_type: "oauth", source: "login", ...tokens, base_url };
  await homeWith(
    place,
    { model: { provider, default: "m", base_url } },
    { credential_pool: { custom: [{ ...login, token_url: `${logins.url}/token`, client_id: "c" }] } },
  );
  await using runtime = await runtimeIn(place, { flags: { yolo: true } });
  await using session = await runtime.openSession();

  expect(await session.agent.chat("hi")).toBe("ok");
  const result = session.agent.messages.find(({ role }) => role === "tool")?.content;
  expect(result).toContain("it is");
  expect(result).not.toMatch(/-token-/);
});
