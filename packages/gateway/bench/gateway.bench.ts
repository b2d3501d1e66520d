// What the gateway adds to a turn: from the receipt of a message to the first request, and from the last token to the send, with a
// store on disk, a thousand chats and twenty messages a second. The wait for a burst is a setting, and is off here.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "@hermes/agent-loop";
import type { Model } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { report } from "@hermes/tooling/bench";
import { createGateway, gatewayTables, createPresentation, sqliteGatewayStore } from "../src/index.ts";
import { scriptedPlatform } from "../src/testing/index.ts";

const [chats, perSecond, seconds] = [1_000, 20, 20];
const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

const receivedAt = new Map<string, number>();
const askedAt = new Map<string, number>();
const doneAt = new Map<string, number>();
const sentAt = new Map<string, number>();

const model: Model = {
  ...{ id: "synthetic", provider: "bench", contextWindow: 1_000_000 },
  async *stream({ messages }) {
    const last = messages.at(-1);
    const words = last?.role === "user" && last.content[0]?.type === "text" ? last.content[0].text : "";
    askedAt.set(words, performance.now());
    const text = `re ${words}`;
    for (const part of text.match(/.{1,4}/gs) ?? []) yield { type: "text-delta", text: part };
    doneAt.set(words, performance.now());
    const content = [{ type: "text", text } as const];
    const message = { role: "assistant", content, finishReason: "stop" } as const;
    yield { type: "finish", message, finishReason: "stop", usage };
  },
};

const folder = mkdtempSync(join(tmpdir(), "hermes-gateway-bench-"));
const state = openState({
  path: join(folder, "state.db"),
  migrations: [gatewayTables],
  fillIndexAtOnce: false,
});
const chat = scriptedPlatform({
  fault({ text }) {
    sentAt.set(text.slice(3), performance.now());
    return undefined;
  },
});
const gateway = createGateway({
  store: sqliteGatewayStore(state),
  platforms: [{ platform: chat.platform, settings: {} }],
  access: {
    decide: async () => ({ type: "allowed", tier: "owner" }),
    grant: async () => ({ approver: null, clarifier: null }),
    mayRun: () => true,
  },
  presentation: createPresentation(),
  limits: { burstMs: 0, closeIdleMs: 3_600_000 },
  sessions: {
    async open({ resume, origin }) {
      const agent = new Agent({
        model,
        journal: state.journal,
        origin,
        ...(resume ? { sessionId: resume } : {}),
      });
      await agent.open();
      const dispose = async (): Promise<void> => await agent.close();
      return {
        id: agent.sessionId,
        agent,
        resumed: false,
        backgroundJobs: 0,
        [Symbol.asyncDispose]: dispose,
      };
    },
  },
});
const { memory } = sqliteGatewayStore(state);
const rows = 200;
const rowsAt = performance.now();
for (let row = 0; row < rows; row += 1) await memory.write("bench", `row${row}`, "text");
const rowMs = (performance.now() - rowsAt) / rows;

const startedAt = performance.now();
await gateway.start();
const startMs = performance.now() - startedAt;

async function say(words: string, index: number): Promise<void> {
  receivedAt.set(words, performance.now());
  await chat.say(words, { chat: `chat${index % chats}`, from: `person${index % chats}` });
}

// Every chat is opened once, side by side; what they take is what is left after that.
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
for (let index = 0; index < chats; index += 1) {
  await say(`opening ${index}`, index);
  if (index % 20 === 19) await chat.until((shown) => shown.length >= index + 1);
}
await chat.until((shown) => shown.length >= chats);
globalThis.gc?.();
const perChatKb = (process.memoryUsage().heapUsed - before) / chats / 1_024;

const count = perSecond * seconds;
for (let index = 0; index < count; index += 1) {
  const due = pause(1_000 / perSecond);
  await say(`message ${index}`, Math.imul(index, 7_919));
  await due;
}
await chat.until((shown) => shown.length >= chats + count);
await gateway.close();
state.close();
rmSync(folder, { recursive: true });

function p95(from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>): number {
  const times = [...from]
    .filter(([words]) => words.startsWith("message"))
    .map(([words, at]) => (to.get(words) ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

const under = `${chats} chats, ${perSecond} messages a second`;
report({
  figure: `receipt to first request, ${under}, p95`,
  ...{ unit: "ms", value: p95(receivedAt, askedAt), better: "lower", goal: 50 },
  floor: { name: "one row written", value: rowMs },
});
report({
  figure: `last token to send, ${under}, p95`,
  ...{ unit: "ms", value: p95(doneAt, sentAt), better: "lower", goal: 50 },
  floor: { name: "one row written", value: rowMs },
});
report({ figure: "an open chat", unit: "kB", value: perChatKb, better: "lower", goal: 200 });
report({ figure: "start to connected", unit: "ms", value: startMs, better: "lower", goal: 300 });
