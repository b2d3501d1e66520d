import type { Usage } from "@hermes/models";
import { openState } from "@hermes/state";
import type { RequestPrefix, State } from "@hermes/state";
import { expect, test } from "vitest";
import { explainCache } from "../../src/index.ts";

const minute = 60_000;

interface Sent {
  /** Minutes since the conversation began. */
  readonly minute: number;
  readonly read: number;
  readonly written: number;
  readonly prefix?: Partial<RequestPrefix> | "unknown";
}

function conversation(requests: readonly Sent[]): State {
  const state = openState({ path: ":memory:" });
  const started = { system: "s", tools: [], model: "m", platform: "cli", startedAt: 0 };
  state.journal.create({ id: "s1", ...started });
  for (const { minute: at, read, written, prefix = {} } of requests) {
    const usage: Usage = {
      ...{ inputTokens: 10, outputTokens: 1, reasoningTokens: 0 },
      ...{ cacheReadTokens: read, cacheWriteTokens: written },
    };
    const whole: RequestPrefix = {
      ...{ change: "none", sentAt: at * minute, provider: "anthropic", model: "m", settings: "" },
      ...{ cacheTtlMs: 5 * minute, system: "s", tools: "t", kept: 0, added: "" },
      ...(prefix === "unknown" ? {} : prefix),
    };
    state.journal.append("s1", {
      type: "message",
      message: { role: "assistant", content: [{ type: "text", text: "ok" }] },
      ...{ usage, at: at * minute },
      ...(prefix === "unknown" ? {} : { prefix: whole }),
    });
  }
  return state;
}

const first = { minute: 0, read: 0, written: 10_000, prefix: { change: "first" } } as const;

test("sums and the share that was read are of all requests, and where all went on there is no break", () => {
  const state = conversation([first, { minute: 1, read: 10_000, written: 100 }]);

  expect(explainCache(state, "s1")).toEqual({
    ...{ sessionId: "s1", requests: 2, unwatched: 0 },
    ...{ readTokens: 10_000, writtenTokens: 10_100, uncachedTokens: 20 },
    hitRate: 10_000 / 20_120,
    breaks: [],
  });
});

test("a pause that was longer than the provider keeps anything is named, and one after which it was read is none", () => {
  const state = conversation([
    first,
    { minute: 9, read: 10_000, written: 100 },
    { minute: 21, read: 0, written: 10_200 },
  ]);

  expect(explainCache(state, "s1").breaks).toEqual([
    {
      ...{ request: 3, at: 21 * minute, cause: "expired", gapMs: 12 * minute, ttlMs: 5 * minute },
      ...{ readTokens: 0, unreadTokens: 10_210 },
    },
  ]);
});

test("what changed is named first, with what it is now", () => {
  const state = conversation([
    first,
    { minute: 20, read: 0, written: 9_000, prefix: { change: "model", model: "n" } },
    { minute: 21, read: 50, written: 9_000, prefix: { change: "message", message: 3, model: "n" } },
  ]);

  expect(explainCache(state, "s1").breaks).toMatchObject([
    { request: 2, cause: "model", now: "n", before: "m" },
    { request: 3, cause: "message", message: 3 },
  ]);
});

test("a provider that did not read what was the same is named, unless it keeps no cache at all", () => {
  const lost = { minute: 1, read: 0, written: 10_100 };
  const uncached = { ...first, written: 0 };

  expect(explainCache(conversation([first, lost]), "s1").breaks).toMatchObject([{ cause: "not-read" }]);
  expect(explainCache(conversation([uncached, { ...lost, written: 0 }]), "s1").breaks).toEqual([]);
});

test("requests of which nothing was kept are counted, and compared with nothing", () => {
  const state = conversation([
    { ...first, prefix: "unknown" },
    { minute: 1, read: 0, written: 9_000 },
  ]);

  expect(explainCache(state, "s1")).toMatchObject({ requests: 2, unwatched: 1, breaks: [] });
});
