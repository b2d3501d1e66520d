import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, defineTool, memoryJournal, z } from "@hermes/agent-loop";
import type { Model } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSessionStreams } from "../src/index.ts";
import type { SessionStreams } from "../src/index.ts";
import { keyOf, View } from "./support/reader.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

const echo = defineTool({
  name: "echo",
  toolset: "test",
  description: "Answers with the text.",
  input: z.object({ text: z.string() }),
  concurrency: "parallel",
  execute: ({ text }) => ({ text }),
});

/** One answer of the model: pieces, with a wait before each, and how it goes on. */
interface Round {
  readonly pieces: readonly {
    readonly kind: "text" | "reasoning" | "restart";
    readonly text: string;
    readonly ms: number;
  }[];
  readonly calls: number;
}

const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

function modelOf(rounds: readonly Round[]): Model {
  let index = 0;
  return {
    ...{ id: "made", provider: "test", contextWindow: 128_000 },
    async *stream() {
      const round = rounds[index++] ?? { pieces: [], calls: 0 };
      let text = "";
      let reasoning = "";
      for (const piece of round.pieces) {
        if (piece.ms > 0) await pause(piece.ms);
        if (piece.kind === "restart") {
          text = "";
          reasoning = "";
          yield { type: "restart", reason: "the connection broke" };
        } else {
          if (piece.kind === "text") text += piece.text;
          else reasoning += piece.text;
          yield { type: `${piece.kind}-delta`, text: piece.text };
        }
      }
      const last = `end of ${index}`;
      yield { type: "text-delta", text: last };
      const calls = Array.from({ length: round.calls }, (_, call) => ({
        ...({ type: "tool-call", id: `c${index}-${call}`, name: "echo" } as const),
        arguments: JSON.stringify({ text: `${call}` }),
      }));
      const finishReason = calls.length === 0 ? "stop" : "tool-calls";
      const content = [
        ...(reasoning === "" ? [] : [{ type: "reasoning", text: reasoning } as const]),
        { type: "text", text: text + last } as const,
        ...calls,
      ];
      yield { type: "finish", message: { role: "assistant", content, finishReason }, finishReason, usage };
    },
  };
}

const pieces = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant("text" as const) },
      fc.constantFrom("reasoning" as const, "restart" as const),
    ),
    text: fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }),
    ms: fc.constantFrom(0, 0, 1, 30, 120),
  }),
  { maxLength: 10 },
);
const turns = fc.record({
  rounds: fc.array(fc.record({ pieces, calls: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  /** After so many events the connection breaks, and the reader goes to this process. */
  cuts: fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 12 }), to: fc.constantFrom("same", "other", "restarted") }),
    { maxLength: 12 },
  ),
});

test("a reader that is cut off anywhere, and goes on in the same process or in another one, has every word once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ui-follow-"));
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(turns, fc.constantFrom(3, 20_000), async ({ rounds, cuts }, maxEvents) => {
        const path = join(folder, `${count++}.db`);
        await using own = openState({ path });
        await using others = openState({ path });
        const options = { pollMs: 5, maxEvents };
        const same = createSessionStreams({ ...options, journal: own.journal });
        const other = createSessionStreams({ ...options, journal: others.journal });
        const model = modelOf([
          ...rounds.map((round, index) => (index === rounds.length - 1 ? { ...round, calls: 0 } : round)),
        ]);
        const agent = new Agent({ model, tools: [echo], journal: own.journal, sessionId: "s" });
        const { cursor: first } = await same.start(agent, (signal) => agent.run("Go on.", { signal }));

        const view = new View();
        let cursor = first;
        let reader: SessionStreams = same;
        for (const { after, to } of [...cuts, { after: Number.POSITIVE_INFINITY, to: "same" }]) {
          let left = after;
          for await (const { cursor: at, event } of reader.follow("s", { cursor })) {
            if (left-- === 0 || view.ended !== undefined) break;
            view.take(event);
            cursor = at;
          }
          if (view.ended !== undefined) break;
          if (to === "restarted") cursor = cursor.split(".")[0] ?? cursor;
          reader = to === "other" ? other : same;
        }
        await same.idle("s");

        expect(view.ended).toBe("answered");
        expect(view.messages).toEqual(own.journal.load("s")?.messages.map(keyOf));
      }),
      isLong ? { numRuns: 300 } : { numRuns: 6, seed: 20_261_123 },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

test("a reader that comes back after the answer started anew has nothing of the old one", async () => {
  const seen = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  const model: Model = {
    ...{ id: "made", provider: "test", contextWindow: 128_000 },
    async *stream() {
      yield { type: "text-delta", text: "the old answer" };
      await seen.promise;
      yield { type: "restart", reason: "the connection broke" };
      yield { type: "text-delta", text: "the new one" };
      await back.promise;
      const content = [{ type: "text", text: "the new one" } as const];
      const message = { role: "assistant", content, finishReason: "stop" } as const;
      yield { type: "finish", message, finishReason: "stop", usage };
    },
  };
  const journal = memoryJournal();
  const streams = createSessionStreams({ journal });
  const agent = new Agent({ model, journal, sessionId: "s" });
  const view = new View();
  let { cursor } = await streams.start(agent, (signal) => agent.run("Go on.", { signal }));
  for await (const { cursor: at, event } of streams.follow("s", { cursor })) {
    view.take(event);
    // Without its place in memory, as another process would have given it.
    cursor = at.split(".")[0] ?? at;
    if (event.type === "text-delta") break;
  }
  seen.resolve();
  for await (const { event } of streams.follow("s")) if (event.type === "text-restart") break;

  for await (const { event } of streams.follow("s", { cursor })) {
    view.take(event);
    back.resolve();
  }

  expect(view.messages).toEqual(["user Go on.", "assistant the new one"]);
});
