import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Agent, ToolRegistry, allowAll, defineTool, memoryApprovals, scripted, z } from "@hermes/agent-loop";
import type { AgentOptions, Tool } from "@hermes/agent-loop";
import type { ScriptedAnswer } from "@hermes/models";
import { openTelemetry } from "../src/index.ts";
import { registerSpans } from "./support.ts";

let registered: ReturnType<typeof registerSpans>;
beforeEach(() => {
  registered = registerSpans();
});
afterEach(async () => {
  await registered.close();
});

/** What a call does. `deaf` hangs and does not heed an abort. */
const deeds = ["give", "wait", "throw", "hang", "deaf", "nest", "invalid", "unknown"] as const;
type Deed = (typeof deeds)[number];

type Round =
  | { readonly kind: "calls"; readonly deeds: readonly Deed[] }
  | { readonly kind: "text" | "error" | "retry" | "hang" | "empty" };

const tick = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

function toolThat(name: string, execute: Tool["execute"]): Tool {
  const input = z.object({ n: z.number() });
  return defineTool({
    name,
    toolset: "test",
    description: `Does ${name}.`,
    concurrency: "parallel",
    input,
    execute,
  });
}

function tools(): ToolRegistry {
  const registry = new ToolRegistry({ guard: allowAll });
  const never = async (): Promise<never> => await new Promise(() => undefined);
  registry.register(
    toolThat("give", async () => ({})),
    toolThat("wait", tick),
    toolThat("throw", async () => {
      throw new Error("no");
    }),
    toolThat(
      "hang",
      async (_input, { signal }) =>
        await new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
          if (signal.aborted) reject(signal.reason as Error);
        }),
    ),
    toolThat("deaf", never),
    toolThat("nest", async (_input, context) => {
      const inner = (name: string) =>
        registry.dispatchValue(name, { n: 1 }, { ...context, callId: `${context.callId}.1` });
      await Promise.all([inner("wait"), inner("throw")]);
      return {};
    }),
  );
  return registry;
}

function answerOf(round: Round | undefined): ScriptedAnswer {
  switch (round?.kind) {
    case "calls":
      return {
        text: "Then",
        calls: round.deeds.map((deed) => ({
          name: deed === "invalid" ? "give" : deed,
          arguments: deed === "invalid" ? {} : { n: 1 },
        })),
      };
    case "error":
      return { text: "So far", error: new Error("broken") };
    case "retry":
      return { events: [{ type: "retry", attempt: 1, delayMs: 0, reason: "busy" }], text: "Well." };
    case "hang":
      return { text: "So", hang: true };
    case "empty":
      return { text: "" };
    default:
      return { text: "Done." };
  }
}

const calls = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom<Deed>(...deeds.filter((deed) => deed !== "hang" && deed !== "deaf")),
    },
    { weight: 2, arbitrary: fc.constant<Deed>("hang") },
    { weight: 1, arbitrary: fc.constant<Deed>("deaf") },
  ),
  { minLength: 1, maxLength: 4 },
);
const round = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("calls" as const), deeds: calls }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("text", "error", "retry", "hang", "empty") }) },
);
const turn = fc.record({
  rounds: fc.array(round, { maxLength: 4 }),
  /** After so many events. */
  stopAfter: fc.integer({ min: 0, max: 60 }),
  how: fc.constantFrom("abort", "leave"),
  asks: fc.constantFrom("nobody", "yes", "no", "later"),
});

/** Something hangs where nobody stops it: the reader stops at last. */
const stopsAtLastMs = 60;

function approverOf(asks: "nobody" | "yes" | "no" | "later"): Partial<AgentOptions> {
  if (asks === "nobody") return { tools: tools() };
  const own = tools();
  return {
    tools: own.names().flatMap((name) => own.get(name) ?? []),
    approvals: memoryApprovals(),
    approver: async () => {
      await tick();
      if (asks === "later") return { pending: true };
      return asks === "yes" ? { approved: true, scope: "once" } : { approved: false, reason: "No." };
    },
  };
}

test("every span ends, before the one above it, whatever models, tools and people do", async () => {
  const long = process.env["HERMES_TEST_LONG"] === "1";
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 2 }), async (turns) => {
      const { spans } = registered;
      spans.begun.length = 0;
      spans.ended.length = 0;
      let waiting: Round[] = [];
      const model = scripted(() => answerOf(waiting.shift()));
      const agent = new Agent({ model, hooks: [openTelemetry()], ...approverOf(turns[0]?.asks ?? "nobody") });

      for (const { rounds, stopAfter, how } of turns) {
        waiting = [...rounds];
        const stop = new AbortController();
        const timer = setTimeout(() => stop.abort(), stopsAtLastMs);
        let seen = 0;
        for await (const _event of agent.run("go", { signal: stop.signal })) {
          if (++seen <= stopAfter) continue;
          if (how === "leave") break;
          stop.abort();
        }
        clearTimeout(timer);
        expect(spans.ended.length).toBe(spans.begun.length);
      }
      await agent.close();

      for (const [index, span] of spans.ended.entries()) {
        const above = spans.parentOf(span);
        const kind = String(span.attributes["gen_ai.operation.name"]);
        const fits = {
          invoke_agent: ["none"],
          chat: ["invoke_agent"],
          execute_tool: ["invoke_agent", "execute_tool"],
        }[kind];
        expect(fits).toContain(above?.attributes["gen_ai.operation.name"] ?? "none");
        expect(spans.ended.slice(index + 1).includes(above ?? span)).toBe(above !== undefined);
      }
      expect(spans.begun.filter(({ name }) => name === "invoke_agent").length).toBe(turns.length);
      const chats = spans.begun.filter(({ name }) => name.startsWith("chat"));
      // A request that was interrupted first is not sent.
      const sent = chats.filter(({ attributes }) => attributes["hermes.interrupted"] !== true);
      expect(chats.length).toBeGreaterThanOrEqual(model.requests.length);
      expect(sent.length).toBeLessThanOrEqual(model.requests.length);
    }),
    long ? { numRuns: 1_000 } : { numRuns: 25, seed: 20_261_123 },
  );
}, 300_000);
