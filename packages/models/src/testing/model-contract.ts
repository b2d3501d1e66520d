import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import type { Model } from "../model.ts";
import {
  apiKey,
  asking,
  callsOf,
  eventsOf,
  failureOf,
  finishOf,
  ModelTrial,
  question,
  said,
  shownText,
  textOf,
} from "./model-trial.ts";
import type { ModelPlace } from "./model-trial.ts";
import type { ServerStep } from "./scripted-server.ts";
import type { WireProtocolRow } from "./wire-protocols.ts";

export interface ModelContractOptions {
  /** How answers look on the wire, for a protocol of one's own. @default the protocols of this package, by path */
  readonly protocol?: WireProtocolRow | undefined;
  /** Whether the protocol tells thoughts apart from the answer. @default true */
  readonly reasoning?: boolean | undefined;
}

export interface ModelContractCase {
  /** A fact that could be false: the name of the test. */
  readonly name: string;
  run(): Promise<void>;
}

/**
 * What every `Model` behind HTTP must do, as a list of cases for any test runner. Each starts a scripted server on loopback.
 *
 * @param makeModel Called with the address of the server. `retry` has to reach the model, so that nothing waits.
 * @example
 * for (const { name, run } of modelContract(({ url, ...rest }) => openaiChat({ model: "m", baseUrl: `${url}/v1`, ...rest })))
 *   test(name, run);
 */
export function modelContract(
  makeModel: (place: ModelPlace) => Model,
  { protocol, reasoning = true }: ModelContractOptions = {},
): readonly ModelContractCase[] {
  const told = reasoning ? facts : facts.filter((fact) => fact.reasoning !== true);
  return told.map(({ name, script, check }) => ({
    name,
    async run() {
      const trial = await ModelTrial.start(script, { makeModel, protocol });
      try {
        await check(trial);
      } finally {
        await trial.server.close();
      }
    },
  }));
}

interface Fact {
  readonly name: string;
  readonly script: readonly ServerStep[];
  readonly reasoning?: true;
  check(trial: ModelTrial): Promise<void>;
}

const request = asking(said(question));
const once = { retries: 0, streamRetries: 0 };
const usage = { inputTokens: 11, outputTokens: 7 };
const calls = [
  { name: "look", arguments: { at: 'the "mat" — ü\n' } },
  { name: "move", arguments: { by: 3 } },
];

const answers: readonly Fact[] = [
  {
    name: "a text comes in deltas that add up to the message, however its bytes are cut",
    script: [{ chunks: ["Ön ", 'the\n"mat"', " 🐈"], bytesPerWrite: 3, usage }],
    async check(trial) {
      const events = await eventsOf(trial.model(), request);
      const { message, finishReason } = finishOf(events);
      strictEqual(textOf(message), 'Ön the\n"mat" 🐈');
      strictEqual(shownText(events), textOf(message));
      strictEqual(finishReason, "stop");
      ok(events.filter(({ type }) => type === "text-delta").length > 1, "It comes in one piece.");
    },
  },
  {
    name: "thoughts are apart from the text",
    reasoning: true,
    script: [{ reasoning: "A kitten, a mat.", text: "On the mat." }],
    async check(trial) {
      const events = await eventsOf(trial.model(), request);
      const thoughts = events.map((event) => (event.type === "reasoning-delta" ? event.text : "")).join("");
      strictEqual(thoughts, "A kitten, a mat.");
      strictEqual(shownText(events), "On the mat.");
    },
  },
  {
    name: "calls come with ids of their own and whole arguments, however their bytes are cut",
    script: [{ calls, bytesPerWrite: 5 }],
    async check(trial) {
      const events = await eventsOf(trial.model(), request);
      const { message, finishReason } = finishOf(events);
      const made = callsOf(message);
      const parsed = made.map(({ name, arguments: args }) => ({
        name,
        arguments: JSON.parse(args) as unknown,
      }));
      deepStrictEqual(parsed, calls);
      strictEqual(finishReason, "tool-calls");
      strictEqual(new Set(made.map(({ id }) => id)).size, 2);
      for (const { id, arguments: args } of made) {
        const deltas = events.map((event) =>
          event.type === "tool-call-delta" && event.id === id ? event.arguments : "",
        );
        strictEqual(deltas.join(""), args);
        ok(
          events.some((event) => event.type === "tool-call-start" && event.id === id),
          "A call has no start.",
        );
      }
    },
  },
  {
    name: "the tokens of an answer are counted, and one that reached its limit says so",
    script: [{ text: "On the", finishReason: "length", usage }],
    async check(trial) {
      const finish = finishOf(await eventsOf(trial.model(), request));
      deepStrictEqual({ ...usage, ...pick(finish.usage) }, usage);
      strictEqual(finish.finishReason, "length");
    },
  },
  {
    name: "a conversation with calls and results goes on, and each request only adds to the one before",
    script: [{ calls }, { text: "On the mat." }, { text: "Still." }],
    async check(trial) {
      const model = trial.model();
      const { message } = finishOf(await eventsOf(model, request));
      const results = callsOf(message).map(
        ({ id, name }) => ({ role: "tool", callId: id, name, content: '{"found":"on the mat ✓"}' }) as const,
      );
      const second = asking(...request.messages, message, ...results);
      const { message: answer } = finishOf(await eventsOf(model, second));
      await eventsOf(model, asking(...second.messages, answer, said("And now?")));

      strictEqual(textOf(answer), "On the mat.");
      const [first = "", then = "", last = ""] = trial.server.requests.map(({ raw }) => withoutMarks(raw));
      strictEqual(then.startsWith(upTo(first, "kitten")), true);
      strictEqual(last.startsWith(upTo(then, "on the mat ✓")), true);
    },
  },
  {
    name: "the same request has the same bytes",
    script: [{ text: "a" }, { text: "b" }],
    async check(trial) {
      const model = trial.model();
      await eventsOf(model, request);
      await eventsOf(model, request);
      const [first, second] = trial.server.requests;
      deepStrictEqual(first?.raw, second?.raw);
    },
  },
];

const aborts: readonly Fact[] = [
  {
    name: "an abort before the request sends nothing, and throws its reason untouched",
    script: [],
    async check(trial) {
      const reason = { my: "reason" };
      await rejects(eventsOf(trial.model(), request, AbortSignal.abort(reason)), (error) => error === reason);
      strictEqual(trial.server.requests.length, 0);
    },
  },
  {
    name: "an abort before the first byte throws its reason untouched",
    script: [{ stall: "start" }],
    async check(trial) {
      const controller = new AbortController();
      const reason = { my: "reason" };
      const reading = eventsOf(trial.model(), request, controller.signal);
      const refused = rejects(reading, (error) => error === reason);
      await trial.server.received(1);
      controller.abort(reason);
      await refused;
    },
  },
  {
    name: "an abort in the middle of an answer throws its reason untouched",
    script: [{ chunks: ["On ", "the"], stall: "deltas" }],
    async check(trial) {
      const controller = new AbortController();
      const reason = { my: "reason" };
      const reading = (async () => {
        const { signal } = controller;
        for await (const event of trial.model().stream(request, { signal }))
          if (event.type === "text-delta") controller.abort(reason);
      })();
      await rejects(reading, (error) => error === reason);
    },
  },
];

const kinds: readonly (readonly [status: number, kinds: RegExp])[] = [
  [400, /^bad-request$/],
  [401, /^auth$/],
  [402, /^billing$/],
  [404, /^(model-not-found|bad-request)$/],
  [429, /^rate-limit$/],
  [500, /^server$/],
  [503, /^(overloaded|server)$/],
];

const failures: readonly Fact[] = [
  ...kinds.map(([status, kind]): Fact => ({
    name: `${status} fails as ${kind.source.replaceAll(/[$^()]/g, "").replace("|", " or ")}`,
    script: [{ status }],
    async check(trial) {
      const failure = await failureOf(eventsOf(trial.model(once), request));
      match(failure.kind, kind);
      strictEqual(failure.status, status);
      ok(failure.provider !== "" && failure.model !== "", "It does not say whose failure it is.");
    },
  })),
  {
    name: "429 is tried again after the wait that the server asks for",
    script: [{ status: 429, headers: { "retry-after": "7" } }, { text: "On the mat." }],
    async check(trial) {
      const events = await eventsOf(trial.model(), request);
      deepStrictEqual(trial.waits, [7000]);
      strictEqual(events[0]?.type, "retry");
      strictEqual(shownText(events), "On the mat.");
    },
  },
  {
    name: "500 is tried again, with the same bytes",
    script: [{ status: 500 }, { text: "On the mat." }],
    async check(trial) {
      strictEqual(shownText(await eventsOf(trial.model(), request)), "On the mat.");
      const [first, second] = trial.server.requests;
      deepStrictEqual(first?.raw, second?.raw);
    },
  },
  ...(["cut", "end"] as const).map((breakOff): Fact => ({
    name: `an answer that breaks off (${breakOff}) is declared void and told again`,
    script: [{ chunks: ["In ", "the "], breakOff }, { text: "On the mat." }],
    async check(trial) {
      const events = await eventsOf(trial.model(), request);
      ok(
        events.some(({ type }) => type === "restart"),
        "There is no restart.",
      );
      strictEqual(shownText(events), "On the mat.");
      strictEqual(textOf(finishOf(events).message), "On the mat.");
    },
  })),
  {
    name: "an answer that is a web page fails with what was received",
    script: [{ raw: "<html><title>Sign in</title></html>" }],
    async check(trial) {
      match((await failureOf(eventsOf(trial.model(once), request))).message, /Sign in/);
    },
  },
  {
    name: "the key is in one header, and follows no redirect",
    script: [
      { text: "a" },
      ({ path }) => ({ status: 307, headers: { location: path }, body: `No: ${apiKey}` }),
    ],
    async check(trial) {
      await eventsOf(trial.model(), request);
      await failureOf(eventsOf(trial.model(once), request));
      strictEqual(trial.server.requests.length, 2);
      for (const { headers, raw } of trial.server.requests) {
        strictEqual(JSON.stringify(headers).split(apiKey).length, 2);
        strictEqual(new TextDecoder().decode(raw).includes(apiKey), false);
      }
    },
  },
];

const facts: readonly Fact[] = [...answers, ...aborts, ...failures];

function pick({ inputTokens, outputTokens }: typeof usage): typeof usage {
  return { inputTokens, outputTokens };
}

/** Marks for the prompt cache move on with the conversation, and are no part of what is cached. */
function withoutMarks(raw: Uint8Array): string {
  return new TextDecoder().decode(raw).replaceAll(/,"cache_control":\{[^}]*\}/g, "");
}

function upTo(text: string, marker: string): string {
  const at = text.indexOf(marker);
  if (at === -1) throw new Error(`The request does not say ${JSON.stringify(marker)}: ${text.slice(0, 500)}`);
  return text.slice(0, at + marker.length);
}
