import { expect, test } from "vitest";
import {
  type CoolDown,
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  scripted,
  withFallback,
} from "../src/index.ts";
import type { ServerAnswer } from "../src/testing/index.ts";
import { closedOrigin } from "./support/loopback.ts";
import { eventsOf, modelAt, request, serverWith, shownIn } from "./support/fault-models.ts";

interface Fault {
  readonly name: string;
  readonly answer: ServerAnswer;
  /** Code of the `switch` event. */
  readonly cause: string;
  /** Requests that the first model gets. */
  readonly requests: number;
  readonly retry?: object;
}

const soon = new Date(Date.now() + 2_000).toUTCString();
const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, ...more }] })}\n\n`;

// oxfmt-ignore
const faults: readonly Fault[] = [
  { name: "429", answer: { status: 429 }, cause: "rate-limit", requests: 2 },
  { name: "429 with few seconds", answer: { status: 429, headers: { "retry-after": "1" } }, cause: "rate-limit", requests: 2 },
  { name: "429 with many seconds", answer: { status: 429, headers: { "retry-after": "90" } }, cause: "rate-limit", requests: 1 },
  { name: "429 with a near date", answer: { status: 429, headers: { "retry-after": soon } }, cause: "rate-limit", requests: 2 },
  { name: "429 with a far date", answer: { status: 429, headers: { "retry-after": inAnHour } }, cause: "rate-limit", requests: 1 },
  { name: "402", answer: { status: 402 }, cause: "billing", requests: 1 },
  { name: "429 for spent credit", answer: { status: 429, body: { error: { code: "insufficient_quota", message: "You exceeded your current quota" } } }, cause: "billing", requests: 1 },
  { name: "401", answer: { status: 401 }, cause: "auth", requests: 1 },
  { name: "403", answer: { status: 403 }, cause: "forbidden", requests: 1 },
  { name: "404 for the model", answer: { status: 404, body: { error: { code: "model_not_found", message: "The model does not exist" } } }, cause: "model-not-found", requests: 1 },
  { name: "404 for the path", answer: { status: 404, body: "<html>nothing here</html>" }, cause: "bad-request", requests: 1 },
  { name: "400", answer: { status: 400 }, cause: "bad-request", requests: 1 },
  { name: "a redirect", answer: { status: 302, headers: { location: "https://elsewhere.example/" } }, cause: "bad-request", requests: 1 },
  { name: "408", answer: { status: 408 }, cause: "timeout", requests: 2 },
  { name: "500", answer: { status: 500 }, cause: "server", requests: 2 },
  { name: "502 as a page", answer: { status: 502, body: "<html><title>Bad gateway</title></html>" }, cause: "server", requests: 2 },
  { name: "503", answer: { status: 503 }, cause: "overloaded", requests: 2 },
  { name: "529", answer: { status: 529 }, cause: "overloaded", requests: 2 },
  { name: "silence before the head", answer: { stall: "start" }, cause: "timeout", requests: 2, retry: { firstEventTimeoutMs: 40 } },
  { name: "silence after the head", answer: { stall: "headers" }, cause: "timeout", requests: 2, retry: { firstEventTimeoutMs: 40 } },
  { name: "silence in the middle", answer: { text: "half an", stall: "deltas" }, cause: "timeout", requests: 1, retry: { stallTimeoutMs: 40 } },
  { name: "a stream that is cut", answer: { text: "half an", breakOff: "cut" }, cause: "unreachable", requests: 2 },
  { name: "a stream that ends in the middle", answer: { text: "half an", breakOff: "end" }, cause: "server", requests: 2 },
  { name: "a refusal", answer: { status: 400, body: { error: { code: "content_policy_violation", message: "no" } } }, cause: "content-policy", requests: 1 },
  { name: "an answer stopped by the filter", answer: { text: "half an", finishReason: "content-filter" }, cause: "content-policy", requests: 1 },
  { name: "garbage in place of JSON", answer: { raw: "data: {garbage\n\n" }, cause: "server", requests: 2 },
  { name: "a page with status 200", answer: { raw: "<html><title>Log in</title></html>" }, cause: "bad-request", requests: 1 },
  { name: "200 with an error inside", answer: { raw: `data: ${JSON.stringify({ error: { message: "overloaded", code: "overloaded" } })}\n\n` }, cause: "overloaded", requests: 2 },
  { name: "an error after half an answer", answer: { raw: `${chunk({ content: "half" })}data: ${JSON.stringify({ error: { message: "no credit", code: 402 } })}\n\n` }, cause: "billing", requests: 1 },
  { name: "an empty body", answer: { raw: "" }, cause: "server", requests: 2 },
];

test.each(faults)(
  "$name: the next model answers, nothing is doubled, and the switch is told",
  async (fault) => {
    const broken = await serverWith(() => fault.answer);
    const whole = await serverWith([
      { text: "the whole answer", usage: { inputTokens: 7, outputTokens: 3 } },
    ]);
    const chain = withFallback([
      modelAt(broken.openaiUrl, "one", fault.retry),
      modelAt(whole.openaiUrl, "two"),
    ]);

    const events = await eventsOf(chain);

    expect(events.at(-1)).toMatchObject({
      type: "finish",
      model: "two",
      usage: { inputTokens: 7, outputTokens: 3 },
    });
    expect(shownIn(events)).toBe("the whole answer");
    expect(events.filter((event) => "type" in event && event.type === "switch")).toMatchObject([
      { from: { model: "one" }, to: { model: "two" }, cause: fault.cause },
    ]);
    expect([broken.requests.length, whole.requests.length]).toEqual([fault.requests, 1]);
  },
);

test.each([
  ["nobody listens", closedOrigin, "unreachable"],
  ["there is no such host", async () => "http://no-such-host.invalid", "unreachable"],
  [
    "TLS is spoken to a server without",
    async () => (await serverWith([])).url.replace("http:", "https:"),
    "unreachable",
  ],
])("%s: the next model answers", async (_, origin, cause) => {
  const whole = await serverWith([{ text: "the whole answer" }]);
  const chain = withFallback([modelAt(`${await origin()}/v1`, "one"), modelAt(whole.openaiUrl, "two")]);

  const events = await eventsOf(chain);

  expect(shownIn(events)).toBe("the whole answer");
  expect(events).toContainEqual(expect.objectContaining({ type: "switch", cause }));
});

test.each<[string, ServerAnswer]>([
  [
    "a second finish",
    {
      raw: `${chunk({ content: "ok" }, { finish_reason: "stop" })}${chunk({}, { finish_reason: "stop" })}data: [DONE]\n\n`,
    },
  ],
  ["no usage", { raw: `${chunk({ content: "ok" }, { finish_reason: "stop" })}data: [DONE]\n\n` }],
])("an answer with %s counts", async (_, answer) => {
  const one = await serverWith([answer]);
  const chain = withFallback([modelAt(one.openaiUrl, "one"), modelAt(one.openaiUrl, "two")]);

  const events = await eventsOf(chain);

  expect(shownIn(events)).toBe("ok");
  expect(events.at(-1)).toMatchObject({ type: "finish", model: "one" });
});

test("where one model alone is left, it is asked as often as without others", async () => {
  const first = await serverWith([{ status: 401 }]);
  const last = await serverWith([{ status: 503 }, { status: 503 }, { status: 503 }, { text: "at last" }]);
  const chain = withFallback([modelAt(first.openaiUrl, "one"), modelAt(last.openaiUrl, "two")]);

  expect(shownIn(await eventsOf(chain))).toBe("at last");
});

test("a model that failed rests and is preferred again afterwards, in every process that shares the cool-downs", async () => {
  const first = await serverWith([{ status: 429, headers: { "retry-after": "90" } }, { text: "back" }]);
  const second = await serverWith(() => ({ text: "stand-in" }));
  let now = 1_000_000;
  const kept = new Map<string, CoolDown>();
  const coolDowns = {
    read: async () => new Map(kept),
    write: async (name: string, coolDown: CoolDown | undefined) => {
      if (coolDown === undefined) kept.delete(name);
      else kept.set(name, coolDown);
    },
  };
  const chain = () =>
    withFallback([modelAt(first.openaiUrl, "one"), modelAt(second.openaiUrl, "two")], {
      coolDowns,
      now: () => now,
    });
  const here = chain();
  const elsewhere = chain();

  const during = [await eventsOf(here), await eventsOf(here), await eventsOf(elsewhere)];
  now += 90_001;
  const after = await eventsOf(here);

  expect(during.map(shownIn)).toEqual(["stand-in", "stand-in", "stand-in"]);
  expect(during[2]?.[0]).toMatchObject({ type: "switch", cause: "rate-limit", until: 1_090_000 });
  expect(first.requests).toHaveLength(2);
  expect(after[0]).toMatchObject({ type: "switch", to: { model: "one" }, cause: "restored" });
  expect(shownIn(after)).toBe("back");
});

test("where all failed, the error names each with its cause, and nobody is asked twice", async () => {
  const one = await serverWith([{ status: 401 }]);
  const two = await serverWith([{ status: 402 }]);
  const chain = withFallback([modelAt(one.openaiUrl, "one"), modelAt(two.openaiUrl, "two")]);

  const error = (await eventsOf(chain)).at(-1);

  expect(error).toMatchObject({ kind: "auth", status: 401, retryable: false });
  expect(String(error)).toMatch(
    /one \(127\.0\.0\.1:\d+\): auth \(401\); two \(127\.0\.0\.1:\d+\): billing \(402\)/,
  );
  expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
});

test("where all rest, one request goes to the one whose rest ends first", async () => {
  const one = await serverWith([{ status: 402 }]);
  const two = await serverWith([{ status: 401 }, { text: "again" }]);
  const chain = withFallback([modelAt(one.openaiUrl, "one"), modelAt(two.openaiUrl, "two")]);
  await eventsOf(chain);

  const events = await eventsOf(chain);

  expect(shownIn(events)).toBe("again");
  expect(one.requests).toHaveLength(1);
});

test("a model whose window is too small is passed over, and the history is to be shortened where only such are left", async () => {
  const failing = await serverWith([{ status: 401 }]);
  const small = { ...scripted([{ text: "never" }]), contextWindow: 1_000 };
  const long: ModelRequest = {
    ...request,
    messages: [{ role: "user", content: [{ type: "text", text: "many words ".repeat(2_000) }] }],
  };
  const chain = withFallback([modelAt(failing.openaiUrl, "one"), small]);

  const error = (await eventsOf(chain, long)).at(-1);
  const shortened = await eventsOf(chain);

  expect(ModelError.is(error) && error.kind).toBe("context-overflow");
  expect(chain.contextWindow).toBe(1_000);
  expect(shownIn(shortened)).toBe("never");
});

test("a history that is too long for a model is shortened, not given to another", async () => {
  const one = await serverWith([
    { status: 400, body: { error: { code: "context_length_exceeded", message: "too long" } } },
  ]);
  const two = await serverWith([]);
  const chain = withFallback([modelAt(one.openaiUrl, "one"), modelAt(two.openaiUrl, "two")]);

  expect((await eventsOf(chain)).at(-1)).toMatchObject({ kind: "context-overflow" });
  expect(two.requests).toHaveLength(0);
});

test("after two answers without a word another model is asked", async () => {
  const mute = await serverWith(() => ({ text: "" }));
  const two = await serverWith([{ text: "words" }]);
  const chain = withFallback([modelAt(mute.openaiUrl, "one"), modelAt(two.openaiUrl, "two")]);

  const answers = [await eventsOf(chain), await eventsOf(chain), await eventsOf(chain)];

  expect(answers.map(shownIn)).toEqual(["", "", "words"]);
  expect(answers[2]?.[0]).toMatchObject({ type: "switch", cause: "empty-answer" });
});

test("an answer that the filter stopped is charged, and does not count", async () => {
  const one = await serverWith([
    { text: "half", finishReason: "content-filter", usage: { inputTokens: 5, outputTokens: 1 } },
  ]);
  const two = await serverWith([{ text: "whole" }]);
  const chain = withFallback([modelAt(one.openaiUrl, "one"), modelAt(two.openaiUrl, "two")]);

  const events = await eventsOf(chain);

  expect(events).toContainEqual(
    expect.objectContaining({
      type: "switch",
      charged: { model: "one", usage: expect.objectContaining({ inputTokens: 5 }) },
    }),
  );
});

test("what one model thought and signed is not sent to another", async () => {
  const two = await serverWith([{ text: "ok" }]);
  const chain = withFallback([modelAt(await closedOrigin(), "one"), modelAt(two.openaiUrl, "two")]);
  const thought: ModelRequest = {
    ...request,
    messages: [
      ...request.messages,
      {
        role: "assistant",
        content: [
          {
            type: "reasoning",
            text: "secret thought",
            signature: "signed-by-one",
            provider: "openai-chat:x:one",
          },
          { type: "provider", provider: "openai-chat:x:one", item: { sealed: "sealed-by-one" } },
          { type: "text", text: "said" },
        ],
      },
      { role: "user", content: [{ type: "text", text: "go on" }] },
    ],
  };

  await eventsOf(chain, thought);

  const sent = JSON.stringify(two.requests[0]?.body);
  expect(sent).toContain("said");
  expect(sent).not.toMatch(/secret thought|signed-by-one|sealed-by-one/);
});

test("an abort and what is no failure of a model end the request there", async () => {
  const two = await serverWith([]);
  const foreign = new RangeError("not of a model");
  const throwing: Model = {
    ...scripted([]),
    stream: async function* (): AsyncGenerator<ModelEvent> {
      yield { type: "text-delta", text: "x" };
      throw foreign;
    },
  };

  expect((await eventsOf(withFallback([throwing, modelAt(two.openaiUrl, "two")]))).at(-1)).toBe(foreign);
  expect(two.requests).toHaveLength(0);
});
