import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Attempt,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  noUsage,
  type RetryOptions,
  withRetries,
} from "../src/index.ts";

const request: ModelRequest = { system: "s", tools: [], messages: [] };
const finish: ModelEvent = {
  type: "finish",
  message: { role: "assistant", content: [{ type: "text", text: "hi" }] },
  finishReason: "stop",
  usage: noUsage,
};
const text = (value: string): ModelEvent => ({ type: "text-delta", text: value });
const failed = (status: number, headers: Record<string, string> = {}): Error =>
  Object.assign(new Error(`status ${status}`), { status, headers: new Headers(headers) });

/** Plays one list per attempt; an Error in it is thrown, a promise is awaited. */
function script(
  ...attempts: readonly (readonly (ModelEvent | Error | Promise<unknown>)[])[]
): Attempt & { calls: number } {
  const play = async function* (): AsyncGenerator<ModelEvent> {
    for (const step of attempts[attempt.calls++] ?? [new Error("one attempt too many")]) {
      if (step instanceof Error) throw step;
      if (step instanceof Promise) await step;
      else yield step;
    }
  };
  const attempt = Object.assign(play, { calls: 0 });
  return attempt;
}

const facts = { provider: "openrouter", model: "m", baseUrl: "https://openrouter.ai/api/v1" };

/** No real waiting; delays are noted, jitter is none. */
function patient(delays: number[] = []): RetryOptions {
  return {
    ...facts,
    random: () => 0,
    sleep: async (delayMs) => {
      delays.push(delayMs);
    },
  };
}

async function collect(
  attempt: Attempt,
  options: RetryOptions,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of withRetries(attempt, options)(request, { signal })) events.push(event);
  return events;
}

test("an attempt that works is passed on as it is", async () => {
  expect(await collect(script([text("a"), text("b"), finish]), patient())).toEqual([
    text("a"),
    text("b"),
    finish,
  ]);
});

test("a failure before any text is announced, waited for and tried again", async () => {
  const delays: number[] = [];
  const events = await collect(script([failed(503)], [failed(500)], [text("a"), finish]), patient(delays));

  expect(events.map((event) => event.type)).toEqual(["retry", "retry", "text-delta", "finish"]);
  expect(events[0]).toMatchObject({ attempt: 1, delayMs: 2000 });
  expect(delays).toEqual([2000, 4000]);
});

test("after the fourth failed attempt the classified error is thrown", async () => {
  const attempt = script([failed(503)], [failed(503)], [failed(503)], [failed(503)]);

  await expect(collect(attempt, patient())).rejects.toMatchObject({ kind: "overloaded", status: 503 });
  expect(attempt.calls).toBe(4);
});

test("a failure that can't pass is thrown at once", async () => {
  const attempt = script([failed(401)]);

  const error: unknown = await collect(attempt, patient()).catch((thrown: unknown) => thrown);

  expect(ModelError.is(error) && error.kind).toBe("auth");
  expect(attempt.calls).toBe(1);
});

test("a half answer is declared void before the next attempt, so that no text comes twice", async () => {
  const events = await collect(script([text("Hel"), failed(500)], [text("Hello"), finish]), patient());

  expect(events.map((event) => event.type)).toEqual([
    "text-delta",
    "restart",
    "retry",
    "text-delta",
    "finish",
  ]);
});

test("an attempt that fails in silence after a half answer declares nothing void again", async () => {
  const attempt = script([text("Hel"), failed(500)], [failed(500)], [text("Hello"), finish]);

  const events = await collect(attempt, patient());

  expect(events.map((event) => event.type)).toEqual([
    "text-delta",
    "restart",
    "retry",
    "retry",
    "text-delta",
    "finish",
  ]);
});

test.each(["says", "throws"])(
  "events of an abandoned attempt that come %s later are dropped",
  async (what) => {
    const late: Attempt = async function* (_, { signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (what === "throws") throw new Error("late");
      yield text("late");
    };
    const patiently: Attempt = async function* () {
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield finish;
    };
    let calls = 0;
    const attempt: Attempt = (...input) => (calls++ === 0 ? late(...input) : patiently(...input));

    const events = await collect(attempt, { ...patient(), firstEventTimeoutMs: 100 });

    expect(events.map((event) => event.type)).toEqual(["retry", "finish"]);
  },
);

test("the third half answer is not tried again", async () => {
  const half = [text("Hel"), failed(500)];
  const attempt = script(half, half, half);

  await expect(collect(attempt, patient())).rejects.toMatchObject({ kind: "server" });
  expect(attempt.calls).toBe(3);
});

test("an answer that ends without a finish is tried again, and its partial call never gets out as finished", async () => {
  const call: ModelEvent = { type: "tool-call-start", id: "1", name: "terminal" };
  const events = await collect(
    script([call, { type: "tool-call-delta", id: "1", arguments: '{"co' }], [finish]),
    patient(),
  );

  expect(events.map((event) => event.type)).toEqual([
    "tool-call-start",
    "tool-call-delta",
    "restart",
    "retry",
    "finish",
  ]);
});

test.each([
  [{ "retry-after": "7" }, 7000],
  [{ "retry-after": "900" }, 120_000],
  [{ "retry-after-ms": "150", "retry-after": "7" }, 150],
  [{ "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" }, 30_000],
  [{ "retry-after": "soon" }, 2000],
])("the wait after %j is %i ms", async (headers, expected) => {
  const delays: number[] = [];
  const options = { ...patient(delays), now: () => Date.parse("2026-11-21T10:00:00Z") };

  await collect(script([failed(429, headers)], [finish]), options);

  expect(delays).toEqual([expected]);
});

test("back-off doubles up to a minute and adds at most half of itself", async () => {
  const delays: number[] = [];
  const attempts = Array.from({ length: 7 }, () => [failed(503)]);

  await collect(script(...attempts, [finish]), { ...patient(delays), retries: 9, random: () => 1 });

  expect(delays).toEqual([3000, 6000, 12_000, 24_000, 48_000, 90_000, 90_000]);
});

test("an abort in the middle of a wait ends it at once with the reason itself", async () => {
  const controller = new AbortController();
  const reason = { why: "ctrl-c" };
  const stream = withRetries(script([failed(503, { "retry-after": "60" })]), facts)(request, {
    signal: controller.signal,
  });
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  const waiting = iterator.next();

  controller.abort(reason);

  await expect(waiting).rejects.toBe(reason);
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

test("an abort ends an attempt that does not listen to it", async () => {
  const controller = new AbortController();
  const reason = new Error("ctrl-c");
  const stream = withRetries(script([new Promise(() => {})]), facts)(request, { signal: controller.signal });
  const waiting = stream[Symbol.asyncIterator]().next();

  controller.abort(reason);

  await expect(waiting).rejects.toBe(reason);
});

test("an abort between two deltas is thrown by the next one", async () => {
  const controller = new AbortController();
  const iterator = withRetries(script([text("a"), text("b"), finish]), facts)(request, {
    signal: controller.signal,
  })[Symbol.asyncIterator]();
  await iterator.next();

  controller.abort("left");

  await expect(iterator.next()).rejects.toBe("left");
});

test("an already aborted signal makes no attempt", async () => {
  const attempt = script([finish]);

  await expect(collect(attempt, patient(), AbortSignal.abort("before"))).rejects.toBe("before");
  expect(attempt.calls).toBe(0);
});

test("a server that stays silent is given up and asked again", async () => {
  let aborted = false;
  const silent: Attempt = async function* (_, { signal }) {
    signal.addEventListener("abort", () => (aborted = true));
    await new Promise(() => {});
    yield finish;
  };
  const answering = script([finish]);
  let calls = 0;
  const attempt: Attempt = (...input) => (calls++ === 0 ? silent(...input) : answering(...input));

  const events = await collect(attempt, { ...patient(), firstEventTimeoutMs: 50 });

  expect(events[0]).toMatchObject({ type: "retry", reason: "OpenRouter sent nothing for 0.1 s." });
  expect(events[1]).toEqual(finish);
  expect(aborted).toBe(true);
});

test("a stream that goes silent in the middle is restarted", async () => {
  const events = await collect(script([text("Hel"), new Promise(() => {})], [finish]), {
    ...patient(),
    stallTimeoutMs: 50,
  });

  expect(events.map((event) => event.type)).toEqual(["text-delta", "restart", "retry", "finish"]);
});

test("a local server that goes silent in the middle is given up by itself, and what it said is not taken back", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const attempt = script([text("Hel"), new Promise(() => {})], [finish]);
  const seen: ModelEvent[] = [];
  const reading = (async () => {
    const stream = withRetries(attempt, {
      provider: "ollama",
      model: "m",
      baseUrl: "http://127.0.0.1:11434/v1",
    });
    for await (const event of stream(request, { signal: new AbortController().signal })) seen.push(event);
  })();
  const failure = reading.catch((error: unknown) => error);

  await vi.advanceTimersByTimeAsync(290_000);
  expect(attempt.calls).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);

  expect(await failure).toMatchObject({ kind: "timeout", retryable: false });
  expect(seen).toEqual([text("Hel")]);
  expect(attempt.calls).toBe(1);
});

test("a reader that takes its time is not taken for a silent server", async () => {
  const iterator = withRetries(script([text("a"), finish]), {
    ...patient(),
    stallTimeoutMs: 20,
    firstEventTimeoutMs: 20,
  })(request, {
    signal: new AbortController().signal,
  })[Symbol.asyncIterator]();
  await iterator.next();
  await new Promise((resolve) => setTimeout(resolve, 80));

  expect(await iterator.next()).toEqual({ done: false, value: finish });
});

test("pings keep a silent answer alive", async () => {
  const attempt: Attempt = async function* (_, { onActivity }) {
    for (let ping = 0; ping < 8; ping++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      onActivity?.();
    }
    yield finish;
  };

  expect(await collect(attempt, { ...patient(), retries: 0, firstEventTimeoutMs: 120 })).toEqual([finish]);
});

test("an attempt that pings for ever is given up in the end", async () => {
  const attempt: Attempt = async function* (_, { signal, onActivity }) {
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      onActivity?.();
    }
    yield finish;
  };

  const events = collect(attempt, { ...patient(), retries: 0, requestTimeoutMs: 100 });

  await expect(events).rejects.toMatchObject({
    kind: "timeout",
    message: "OpenRouter did not answer within 0.1 s.",
  });
});

test.each(["return", "finish"])("what an attempt holds is released at its %s", async (end) => {
  let released = false;
  const attempt: Attempt = async function* () {
    try {
      yield text("a");
      yield finish;
    } finally {
      released = true;
    }
  };

  for await (const event of withRetries(attempt, facts)(request, { signal: new AbortController().signal })) {
    if (end === "return" && event.type === "text-delta") break;
  }

  expect(released).toBe(true);
});

test("calls of next that do not wait for each other are answered in order", async () => {
  const iterator = withRetries(script([failed(503)], [text("a"), text("b"), finish]), patient())(request, {
    signal: new AbortController().signal,
  })[Symbol.asyncIterator]();

  const results = await Promise.all(Array.from({ length: 5 }, () => iterator.next()));

  expect(results.map((result) => (result.done === true ? "done" : result.value.type))).toEqual([
    "retry",
    "text-delta",
    "text-delta",
    "finish",
    "done",
  ]);
});
