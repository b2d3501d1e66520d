import { HermesError, scripted } from "@hermes/agent-loop";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGateway } from "../../src/index.ts";
import { scriptedPlatform } from "../../src/testing/index.ts";
import { openAccess, openStore, plainPresentation, sessionsOf, startGateway } from "../support.ts";

const model = scripted(() => ({ text: "Here." }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function refusal(code: string): HermesError {
  return new HermesError(`Refused: ${code}.`, { code, hint: "Do something." });
}

test("a platform that has gone deaf without a word is noticed within 90 seconds, and connected anew", async () => {
  const reasons: unknown[] = [];
  const { chat, gateway } = await startGateway({
    model,
    log: (_, __, fields) => reasons.push(fields?.["reason"]),
  });

  chat.goDeaf();
  await vi.advanceTimersByTimeAsync(74_000);
  const before = chat.connects;
  await vi.advanceTimersByTimeAsync(11_000);
  const { platforms } = await gateway.status();

  expect(reasons).toEqual(["Scripted has not answered for more than a minute."]);
  expect([before, chat.connects, platforms[0]?.state]).toEqual([1, 2, "up"]);
});

test("a quiet platform that answers when it is asked stays connected", async () => {
  const { chat, gateway } = await startGateway({ model });

  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const { platforms } = await gateway.status();

  expect([platforms[0]?.state, chat.connects]).toEqual(["up", 1]);
  expect(Date.now() - (platforms[0]?.heardAt ?? 0)).toBeLessThan(90_000);
});

test("a connect that hangs is given up after 30 seconds and tried again", async () => {
  const first = ["hang" as const];
  const chat = scriptedPlatform({ onConnect: () => first.shift() });
  const started = startGateway({ model, chat });

  await vi.advanceTimersByTimeAsync(30_000);
  const { gateway } = await started;
  const hung = await gateway.status();
  await vi.advanceTimersByTimeAsync(5_000);

  expect(hung.platforms[0]).toMatchObject({ state: "retrying", reason: "No answer came within 30 seconds." });
  expect((await gateway.status()).platforms[0]?.state).toBe("up");
});

test("a wrong token stops that platform alone, and is not tried again", async () => {
  const wrong = scriptedPlatform({ name: "wrong", onConnect: () => refusal("PLATFORM_UNAUTHORISED") });
  const right = scriptedPlatform({ name: "right" });
  const { state, store } = openStore();
  const gateway = createGateway({
    ...{ store, sessions: sessionsOf(state, model), access: openAccess(), presentation: plainPresentation },
    platforms: [wrong, right].map(({ platform }) => ({ platform, settings: {} })),
  });

  const { platforms } = await gateway.start();
  await vi.advanceTimersByTimeAsync(3_600_000);

  expect(platforms.map(({ state: each }) => each)).toEqual(["failed", "up"]);
  expect(platforms[0]).toMatchObject({ reason: "Refused: PLATFORM_UNAUTHORISED.", hint: "Do something." });
  expect([wrong.connects, right.connects]).toEqual([1, 1]);
  const closing = gateway.close();
  await vi.advanceTimersByTimeAsync(10_000);
  await closing;
});

test("somebody else who polls is told about and does not make a loop", async () => {
  const chat = scriptedPlatform({ onConnect: () => refusal("PLATFORM_CONFLICT") });
  const { gateway } = await startGateway({ model, chat });

  await vi.advanceTimersByTimeAsync(3_600_000);

  expect((await gateway.status()).platforms[0]).toMatchObject({
    state: "retrying",
    hint: expect.stringContaining("Tried"),
  });
  expect(chat.connects).toBeLessThan(25);
});

test("a second gateway over the same store is told who has the platform, and takes over when that one ends", async () => {
  const over = openStore();
  const first = await startGateway({ model, over, owner: { host: "elsewhere", pid: 7 } });
  const second = await startGateway({ model, over });

  const refused = await second.gateway.status();
  const closing = first.gateway.close();
  await vi.advanceTimersByTimeAsync(20_000);
  await closing;

  expect(refused.platforms[0]).toMatchObject({
    state: "failed",
    reason: "Another gateway serves scripted: process 7 on elsewhere.",
  });
  expect((await second.gateway.status()).platforms[0]?.state).toBe("up");
});

test("a gateway that another one took over from does nothing more", async () => {
  const over = openStore();
  const { chat, gateway } = await startGateway({ model, over });
  await over.store.owners.acquire("scripted", {
    ...{ owner: { host: "elsewhere", pid: 7 }, now: Date.now(), ttlMs: 600_000, isGone: () => true },
  });

  await chat.say("hello");
  await vi.advanceTimersByTimeAsync(30_000);

  expect(chat.texts()).toEqual([]);
  expect((await gateway.status()).platforms[0]?.state).toBe("failed");
  expect(await over.store.inbox.counts("scripted")).toEqual({ waiting: 1, claimed: 0 });
});

test("while a platform asks for quiet nothing is sent to it, and then all in order", async () => {
  const faults = [{ retryAfterMs: 20_000 }];
  const chat = scriptedPlatform({ fault: () => faults.shift() });
  await startGateway({ model: scripted((_, index) => ({ text: `Answer ${index}` })), chat });

  await chat.say("one");
  await chat.say("two");
  await vi.advanceTimersByTimeAsync(19_000);
  const early = chat.texts();
  await vi.advanceTimersByTimeAsync(5_000);

  expect(early).toEqual([]);
  expect(chat.texts()).toEqual(["Answer 0", "Answer 1"]);
});

test("a platform that asks for quiet for years is asked again within two hours", async () => {
  const faults = [{ retryAfterMs: 1e15 }];
  const chat = scriptedPlatform({ fault: () => faults.shift() });
  await startGateway({ model: scripted((_, index) => ({ text: `Answer ${index}` })), chat });

  await chat.say("one");
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);

  expect(chat.texts()).toEqual(["Answer 0"]);
});

test("a message that is refused for ever is given up, and the next one goes out", async () => {
  const chat = scriptedPlatform({
    fault: ({ text }) => (text === "Answer 0" ? { failed: "too-large" } : undefined),
  });
  const { gateway } = await startGateway({
    model: scripted((_, index) => ({ text: `Answer ${index}` })),
    chat,
  });

  await chat.say("one");
  await chat.say("two");
  await vi.advanceTimersByTimeAsync(5_000);

  expect(chat.texts().toSorted()).toEqual(["Answer 1", "I could not send my message “Answer 0”: too-large"]);
  expect((await gateway.status()).platforms[0]?.outbox).toEqual({ queued: 0, uncertain: 0, failed: 1 });
});
