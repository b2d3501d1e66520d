import { trace } from "@opentelemetry/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HermesError, ToolRegistry, allowAll, memoryApprovals, memoryJournal } from "@hermes/agent-loop";
import type { AgentOptions, scripted } from "@hermes/agent-loop";
import { ChildTasks, delegateTool, memoryChildRecords } from "@hermes/agent-loop/delegate";
import { agentWith, calling, endOf, isFailed, registerSpans, secret, toolThat } from "./support.ts";

let registered: ReturnType<typeof registerSpans>;
beforeEach(() => {
  registered = registerSpans();
});
afterEach(async () => {
  await registered.close();
});

test("a turn is a span, its requests and calls are spans in it, and that of a call is active in the tool", async () => {
  const { spans } = registered;
  const active: unknown[] = [];
  const look = toolThat("look", () => {
    active.push(trace.getActiveSpan());
    trace.getTracer("app").startSpan("select").end();
    return { seen: true };
  });

  await agentWith([calling("look"), { text: "ok" }], { tools: [look] }).chat("go");

  expect(spans.paths).toEqual([
    "invoke_agent helper",
    "invoke_agent helper / chat scripted",
    "invoke_agent helper / execute_tool look",
    "invoke_agent helper / execute_tool look / select",
    "invoke_agent helper / chat scripted",
  ]);
  expect(active).toEqual([spans.named("execute_tool look")]);
  expect(spans.ended.length).toBe(5);
});

test("spans carry the names of the conventions", async () => {
  const { spans } = registered;
  const usage = {
    inputTokens: 10,
    outputTokens: 5,
    cacheReadTokens: 30,
    cacheWriteTokens: 2,
    reasoningTokens: 1,
    costUsd: 0.5,
  };
  const agent = agentWith([calling("look"), { text: "ok", usage }], {
    tools: [toolThat("look", () => ({}))],
    otel: { attributes: { "enduser.id": "ada" } },
    maxOutputTokens: 99,
  });

  await agent.chat("go");

  const common = { "enduser.id": "ada", "gen_ai.conversation.id": "s1" };
  expect(spans.attributesOf("invoke_agent helper")).toMatchObject({
    ...common,
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "helper",
    "gen_ai.provider.name": "scripted",
    "gen_ai.request.model": "scripted",
    "hermes.turn.end_reason": "answered",
    "hermes.turn.rounds": 2,
  });
  expect(spans.begun.at(-1)?.attributes).toMatchObject({
    ...common,
    "gen_ai.operation.name": "chat",
    "gen_ai.request.max_tokens": 99,
    "gen_ai.request.stream": true,
    "gen_ai.response.model": "scripted",
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.response.time_to_first_chunk": expect.any(Number),
    "gen_ai.usage.input_tokens": 42,
    "gen_ai.usage.output_tokens": 5,
    "gen_ai.usage.cache_read.input_tokens": 30,
    "gen_ai.usage.cache_creation.input_tokens": 2,
    "gen_ai.usage.reasoning.output_tokens": 1,
    "hermes.usage.cost_usd": 0.5,
    "hermes.request.purpose": "turn",
    "hermes.request.round": 2,
  });
  expect(spans.attributesOf("execute_tool look")).toEqual({
    ...common,
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "look",
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": "call-look",
  });
});

test("retries and another model are events of one span of a request", async () => {
  const { spans } = registered;
  const to = { model: "second", provider: "b" };
  const events = [
    { type: "retry", attempt: 1, delayMs: 5, reason: secret, status: 529 },
    { type: "switch", from: { model: "first", provider: "a" }, to, cause: "overloaded" },
  ] as never;

  await agentWith([{ events, text: "ok" }]).chat("go");

  expect(spans.named("chat scripted").events.map(({ name, attributes }) => [name, attributes])).toEqual([
    ["hermes.retry", { attempt: 1, delay_ms: 5, "http.response.status_code": 529 }],
    ["hermes.model_switch", { from: "first", to: "second", cause: "overloaded" }],
  ]);
});

test.each<[string, Parameters<typeof scripted>[0], Partial<AgentOptions>, object]>([
  ["model-error", [{ error: new HermesError("No.", { code: "NO" }) }], {}, { "error.type": "NO" }],
  [
    "spend-limit",
    [{ text: "never sent" }],
    {
      spending: {
        ledger: {
          reserve: () => ({ refused: { scope: "session", unit: "tokens", cap: 1, spent: 0 } }),
          settle: () => undefined,
        },
      },
    },
    { "error.type": "SPEND_LIMIT_REACHED" },
  ],
  ["empty-answer", () => ({ text: "" }), {}, { "error.type": "EMPTY_ANSWER" }],
])("a turn that ends as %s is a failed span with its code", async (reason, script, options, attributes) => {
  const { spans } = registered;

  const end = await endOf(agentWith(script, options).run("go"));

  expect(end.reason).toBe(reason);
  expect(spans.attributesOf("invoke_agent helper")).toMatchObject({
    "hermes.turn.end_reason": reason,
    ...attributes,
  });
  expect(isFailed(spans.named("invoke_agent helper"))).toBe(true);
  expect(spans.ended.length).toBe(spans.begun.length);
});

test("an interrupt ends all spans, and is no failure", async () => {
  const { spans } = registered;
  const stop = new AbortController();
  const hang = toolThat("hang", async () => {
    stop.abort();
    return await new Promise(() => undefined);
  });

  const end = await endOf(agentWith([calling("hang")], { tools: [hang] }).run("go", { signal: stop.signal }));

  expect(end.reason).toBe("interrupted");
  expect(spans.ended.map(({ name }) => name)).toEqual([
    "chat scripted",
    "execute_tool hang",
    "invoke_agent helper",
  ]);
  expect(spans.begun.filter(isFailed)).toEqual([]);
  expect(spans.attributesOf("invoke_agent helper")).toMatchObject({ "hermes.interrupted": true });
});

test("a reader that leaves in the middle ends all spans", async () => {
  const { spans } = registered;

  for await (const event of agentWith([{ text: "a long answer", delayMs: 5 }]).run("go"))
    if (event.type === "text-delta") break;

  expect(spans.ended.map(({ name }) => name)).toEqual(["chat scripted", "invoke_agent helper"]);
});

test("a turn that waits for an approval has ended, and the one that goes on with it is linked to it", async () => {
  const { spans } = registered;
  const approvals = memoryApprovals();
  const agent = agentWith([calling("remove"), { text: "ok" }], {
    tools: [toolThat("remove", () => ({ removed: true }))],
    approver: async () => ({ pending: true }),
    approvals,
  });

  const waits = await endOf(agent.run("go"));
  await approvals.answer(waits.awaiting?.[0] ?? "", {
    answer: { approved: true, scope: "once" },
    actor: "ada",
    at: 1,
  });
  await endOf(agent.continue());

  const [first, , asked, second, ran] = spans.begun;
  expect(first?.attributes["hermes.turn.end_reason"]).toBe("awaiting-approval");
  expect(asked?.attributes["hermes.tool.awaits_approval"]).toBe(waits.awaiting?.[0]);
  expect(spans.begun.filter(isFailed)).toEqual([]);
  expect(second?.links.map(({ context }) => context.spanId)).toEqual([first?.spanContext().spanId]);
  expect(second?.spanContext().traceId).not.toBe(first?.spanContext().traceId);
  expect([asked?.name, ran?.name]).toEqual(["execute_tool remove", "execute_tool remove"]);
});

test("a question to a person and its answer are events of the call", async () => {
  const { spans } = registered;
  const agent = agentWith([calling("remove"), { text: "ok" }], {
    tools: [toolThat("remove", () => ({}))],
    approver: async () => ({ approved: false, reason: "No." }),
  });

  await agent.chat("go");

  const call = spans.named("execute_tool remove");
  expect(call.events.map(({ name }) => name)).toEqual(["hermes.approval.request", "hermes.approval.answer"]);
  expect(call.events.at(-1)?.attributes?.["approved"]).toBe(false);
  expect(call.attributes["error.type"]).toBe("refused");
});

function withChildren(child: Parameters<typeof scripted>[0]) {
  const journal = memoryJournal();
  const children = new ChildTasks({
    ...{ parentId: "s1", depth: 0, records: memoryChildRecords(journal.notices) },
    sessions: {
      async open({ id }) {
        const agent = agentWith(child, { journal, sessionId: id, otel: { agentName: "child" } });
        return { agent, [Symbol.asyncDispose]: () => agent.close() };
      },
    },
  });
  return { journal, children, tools: [delegateTool(() => children)] };
}

test("a child's turn is within the call that waits for it", async () => {
  const { spans } = registered;
  const { journal, children, tools } = withChildren([{ text: "Found." }]);
  const delegate = { calls: [{ name: "delegate_task", arguments: { goal: "Look." } }] };

  await agentWith([delegate, { text: "ok" }], { journal, children, tools }).chat("go");

  const call = "invoke_agent helper / execute_tool delegate_task";
  expect(spans.paths).toContain(`${call} / invoke_agent child / chat scripted`);
  expect(spans.attributesOf("invoke_agent helper")["hermes.children.usage.output_tokens"]).toBeGreaterThan(0);
});

test("a turn of a child that begins when the call has ended is a trace of its own with a link to it", async () => {
  const { spans } = registered;
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const { journal, children, tools } = withChildren(async (_request, index) => {
    if (index === 0) await gate;
    return { text: "Found." };
  });
  const delegate = { calls: [{ name: "delegate_task", arguments: { goal: "Look.", background: true } }] };
  await agentWith([delegate, { text: "ok" }], { journal, children, tools }).chat("go");
  const [child] = children.running;
  await children.sendInput(child?.id ?? "", "And there?");
  goOn();
  await children.settled();

  const later = spans.begun.filter(({ name }) => name === "invoke_agent child").at(-1);

  expect(later?.parentSpanContext).toBeUndefined();
  expect(later?.links.map(({ context }) => context.spanId)).toEqual([
    spans.named("execute_tool delegate_task").spanContext().spanId,
  ]);
});

test("calls that a tool makes are within its span, and what is asked beside the loop says for what", async () => {
  const { spans } = registered;
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(
    toolThat("inner", () => ({})),
    toolThat("outer", async (context) => await registry.dispatchValue("inner", {}, context)),
  );
  const compressor: AgentOptions["compressor"] = {
    async compress({ model, signal }) {
      const request = { system: "", tools: [], messages: [] };
      for await (const event of model.stream(request, { signal })) if (event.type === "finish") break;
      return undefined;
    },
  };

  await agentWith([{ text: "so far" }, calling("outer"), { text: "" }, { text: "ok" }], {
    tools: registry,
    compressor,
  }).chat("go");

  expect(spans.paths).toContain("invoke_agent helper / execute_tool outer / execute_tool inner");
  expect(spans.paths.filter((path) => path === "invoke_agent helper / chat scripted").length).toBe(4);
  expect(spans.attributesOf("chat scripted")).toMatchObject({ "hermes.request.purpose": "compression" });
});
