import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Agent, AgentEvent } from "@hermes/agent-loop";
import type { Model, ModelEvent, ModelRequest, ScriptedCall, Usage } from "@hermes/models";
import { assertStablePrefix } from "@hermes/models/testing";
import { defineTool } from "@hermes/registry";
import type { Approver, Tool } from "@hermes/registry";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { explainCache } from "../src/index.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const turns = isLong ? 500 : 50;

afterEach(() => {
  vi.useRealTimers();
});

/** What happens before a turn, or in it. */
type Step =
  | { readonly kind: "say" | "midnight" | "rules" | "notice" | "interrupt" }
  /** The process may end between the shortening and the next request. */
  | { readonly kind: "compress"; readonly restarts: boolean }
  | { readonly kind: "call"; readonly calls: readonly ScriptedCall[] }
  | { readonly kind: "restart"; readonly tools: number; readonly config: string; readonly mode: string };

const call: fc.Arbitrary<ScriptedCall> = fc.oneof(
  fc
    .nat(99)
    .map((n) => ({ name: "memory", arguments: { action: "add", target: "memory", content: `Fact ${n}.` } })),
  fc
    .nat(9)
    .map((n) => ({ name: "todo", arguments: { todos: [{ content: `Step ${n}`, status: "pending" }] } })),
  fc.nat(9).map((n) => ({
    name: "tool_call",
    arguments: {
      name: "skill_manage",
      arguments: {
        action: "create",
        name: `skill-${n}`,
        content: `---\nname: skill-${n}\ndescription: Use when number ${n} is wanted.\n---\n\nSay ${n}.\n`,
      },
    },
  })),
  fc.nat(9).map((n) => ({ name: "tool_search", arguments: { query: `far ${n}` } })),
  fc.nat(3).map((n) => ({ name: `far_${n}`, arguments: {} })),
  fc.string({ maxLength: 30 }).map((name) => ({ name: "tool_call", arguments: { name, arguments: {} } })),
);

const restart: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("restart" as const),
  tools: fc.nat(4),
  config: fc.constantFrom("", "tools:\n  max_tokens: 1\n", "disabled_toolsets: [todo, skills]\n"),
  mode: fc.constantFrom("ask", "accept-edits", "yolo"),
});

const plain = fc
  .constantFrom("say", "midnight", "rules", "notice", "interrupt")
  .map((kind): Step => ({ kind }) as Step);
const calls = fc
  .array(call, { minLength: 1, maxLength: 3 })
  .map((made): Step => ({ kind: "call", calls: made }));
const compress = fc.boolean().map((restarts): Step => ({ kind: "compress", restarts }));

const step = fc.oneof(
  { arbitrary: plain, weight: 30 },
  { arbitrary: calls, weight: 55 },
  { arbitrary: restart, weight: 10 },
);

/** One turn in fifty shortens the history, and in every conversation one does. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.tuple(fc.array(step, { minLength: 49, maxLength: 49 }), compress), {
    minLength: turns / 50,
    maxLength: turns / 50,
  })
  .map((parts) =>
    parts.flatMap(([before, shortened]) => [...before.slice(0, 30), shortened, ...before.slice(30)]),
  );

/** Tools that come and go; every second one is rare. */
function farTools(count: number): readonly Tool[] {
  return Array.from({ length: count }, (_, index) =>
    defineTool({
      name: `far_${index}`,
      toolset: "far",
      description: `Does far thing ${index}.`,
      rare: index % 2 === 0,
      readOnly: true,
      input: z.object({}),
      execute: () => ({ index }),
    }),
  );
}

/** A model that follows the steps, and a provider that keeps the last request of the conversation in its cache. */
class CachingModel implements Model {
  readonly id = "caching";
  readonly provider = "test";
  readonly contextWindow = 1_000_000;
  readonly requests: ModelRequest[] = [];
  /** Of all requests but the first. */
  readTokens = 0;
  inputTokens = 0;
  next: readonly ScriptedCall[] = [];
  interrupt: AbortController | undefined;
  #ids = 0;

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const isAside =
      request.system.startsWith("You write the account") ||
      JSON.stringify(request.messages.at(-1)).includes("is about to be shortened");
    const usage = isAside ? costOf(request, 0) : this.#sent(request);
    const answered = request.messages.at(-1)?.role === "tool";
    const made = isAside || answered ? [] : this.next;
    yield { type: "text-delta", text: "Half" };
    this.interrupt?.abort();
    const content = [
      { type: "text", text: "Half an answer." } as const,
      ...made.map(({ name, arguments: args }) => ({
        ...({ type: "tool-call", id: `c${++this.#ids}`, name } as const),
        arguments: JSON.stringify(args ?? {}),
      })),
    ];
    const finishReason = made.length === 0 ? "stop" : "tool-calls";
    yield { type: "finish", message: { role: "assistant", content, finishReason }, finishReason, usage };
  }

  #sent(request: ModelRequest): Usage {
    const before = this.requests.at(-1);
    const kept = { ...request, messages: [...request.messages] };
    this.requests.push(kept);
    const usage = costOf(kept, before === undefined ? 0 : sharedTokens(before, kept));
    if (before !== undefined) {
      this.readTokens += usage.cacheReadTokens;
      this.inputTokens += usage.cacheReadTokens + usage.cacheWriteTokens;
    }
    return usage;
  }
}

const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

function costOf({ system, tools, messages }: ModelRequest, cacheReadTokens: number): Usage {
  const all = messages.reduce((sum, message) => sum + tokensOf(message), tokensOf([tools, system]));
  return {
    ...{ inputTokens: 0, outputTokens: 5, reasoningTokens: 0 },
    ...{ cacheReadTokens, cacheWriteTokens: all - cacheReadTokens },
  };
}

/** As providers keep a prefix: tools, then the system prompt, then message by message. */
function sharedTokens(before: ModelRequest, after: ModelRequest): number {
  if (JSON.stringify(before.tools) !== JSON.stringify(after.tools)) return 0;
  if (before.system !== after.system) return tokensOf(after.tools);
  let shared = tokensOf([after.tools, after.system]);
  for (const [index, message] of after.messages.entries()) {
    if (JSON.stringify(message) !== JSON.stringify(before.messages[index])) break;
    shared += tokensOf(message);
  }
  return shared;
}

const yes: Approver = async () => ({ approved: true, scope: "once" });

async function live(
  place: TemporaryPlace,
  all: readonly Step[],
): Promise<{
  readonly model: CachingModel;
  readonly epochs: readonly number[];
  readonly why: ReturnType<typeof explainCache>;
}> {
  const model = new CachingModel();
  const epochs: number[] = [];
  const open = async (tools: number, resume?: string, mode?: string) => {
    const runtime = await runtimeIn(place, { model, tools: farTools(tools), approver: yes });
    const session = await runtime.openSession({ resume, mode });
    return { runtime, session };
  };
  const close = async ({ runtime, session }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    await session[Symbol.asyncDispose]();
    await runtime[Symbol.asyncDispose]();
  };
  await mkdir(place.home, { recursive: true });
  let here = await open(2);
  for (const [index, step] of all.entries()) {
    const { agent } = here.session;
    const again = async (tools: number, mode?: string): Promise<void> => {
      await close(here);
      here = await open(tools, agent.sessionId, mode);
    };
    model.next = step.kind === "call" ? step.calls : [];
    if (step.kind === "midnight") vi.setSystemTime(Date.now() + 86_400_000);
    if (step.kind === "rules") await writeFile(join(place.project, "AGENTS.md"), `Rule ${index}.\n`);
    if (step.kind === "notice") {
      const { journal } = await here.runtime.store();
      journal.notices.record(agent.sessionId, {
        id: `n${index}`,
        source: "test",
        text: "It rang.",
        at: Date.now(),
      });
    }
    if (step.kind === "compress") {
      if (await compressed(agent)) epochs.push(model.requests.length);
      if (step.restarts) await again(2);
    }
    if (step.kind === "restart") {
      await writeFile(join(place.home, "config.yaml"), step.config);
      await again(step.tools, step.mode);
    }
    model.interrupt = step.kind === "interrupt" ? new AbortController() : undefined;
    await eventsOf(here.session.agent.run(`Turn ${index}: go on.`, { signal: model.interrupt?.signal }));
    model.interrupt = undefined;
  }
  const why = explainCache(await here.runtime.store(), here.session.id);
  await close(here);
  return { model, epochs, why };
}

async function compressed(agent: Agent): Promise<boolean> {
  return (await eventsOf(agent.compress())).some(({ type }) => type === "compression");
}

async function eventsOf(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test(
  "whatever happens in a long conversation, each request begins with the one before it, but where the history is shortened",
  { timeout: 900_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 5, 23, 50) });
        await using place = await temporaryPlace();

        const { model, epochs, why } = await live(place, [{ kind: "say" }, ...all]);

        expect(epochs.length).toBeGreaterThan(0);
        const { requests } = model;
        for (let index = 1; index < requests.length; index++)
          if (!epochs.includes(index)) assertStablePrefix(requests.slice(index - 1, index + 1));
        expect(why.breaks.map(({ cause }) => cause)).toEqual(epochs.map(() => "compression"));
        expect(why.hitRate).toBeGreaterThan(isLong ? 0.97 : 0.9);
        expect(model.readTokens / model.inputTokens).toBeGreaterThan(isLong ? 0.97 : 0.93);
      }),
      isLong ? { numRuns: 3, endOnFailure: true } : { numRuns: 1, seed: 20_261_123, endOnFailure: true },
    );
  },
);
