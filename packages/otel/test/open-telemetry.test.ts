import { propagation, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  Agent,
  HermesError,
  ToolRegistry,
  allowAll,
  defineTool,
  memoryApprovals,
  memoryJournal,
  openaiChat,
  scripted,
  z,
} from "@hermes/agent-loop";
import type { AgentEvent, AgentOptions, Tool, TurnEnd } from "@hermes/agent-loop";
import { ChildTasks, delegateTool, memoryChildRecords } from "@hermes/agent-loop/delegate";
import { startScriptedServer } from "@hermes/models/testing";
import { openTelemetry, propagatingFetch } from "../src/index.ts";
import { isFailed, registerSpans } from "./support.ts";

let registered: ReturnType<typeof registerSpans>;
beforeEach(() => {
  registered = registerSpans();
});
afterEach(async () => {
  await registered.close();
});

const secret = "hunter2-is-my-password";
const noInput = z.object({});

function toolThat(name: string, execute: (context: Parameters<Tool["execute"]>[1]) => unknown): Tool {
  return defineTool({
    ...{ name, toolset: "test", description: `Does ${name}.`, input: noInput },
    execute: async (_input, context) => await execute(context),
  });
}

const calling = (name: string) => ({ calls: [{ name, id: `call-${name}` }] });

function agentWith(
  script: Parameters<typeof scripted>[0],
  {
    otel = {},
    ...options
  }: Partial<AgentOptions> & { readonly otel?: Parameters<typeof openTelemetry>[0] } = {},
): Agent {
  const hooks = [openTelemetry({ agentName: "helper", ...otel })];
  return new Agent({ model: scripted(script), sessionId: "s1", hooks, ...options });
}

async function endOf(events: AsyncIterable<AgentEvent>): Promise<TurnEnd> {
  let last: AgentEvent | undefined;
  for await (const event of events) last = event;
  if (last?.type !== "turn-end") throw new Error("The turn has no end.");
  return last;
}

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

const withSecrets = {
  script: [
    { text: secret, calls: [{ name: "tell", arguments: { word: secret } }] },
    { error: new Error(secret) },
  ],
  tools: [
    defineTool({
      ...{ name: "tell", toolset: "test", description: "Tells.", input: z.object({ word: z.string() }) },
      execute: ({ word }) => ({ word }),
    }),
  ],
};

async function allOf(otel: Parameters<typeof openTelemetry>[0]): Promise<string> {
  const { script, tools } = withSecrets;
  await endOf(agentWith(script, { tools, otel, prompt: `Keep ${secret}.` }).run(`It is ${secret}.`));
  return JSON.stringify(
    registered.spans.begun.map(({ name, attributes, events, status }) => ({
      name,
      attributes,
      events,
      status,
    })),
  );
}

test("nothing that was said is on a span unless it is wanted", async () => {
  expect(await allOf({})).not.toContain(secret);
});

test("content that is wanted is there, and goes through the redactor", async () => {
  const all = await allOf({ content: true, redact: (text) => text.replaceAll(secret, "[gone]") });

  expect(all).not.toContain(secret);
  const { attributes } = registered.spans.named("chat scripted");
  expect(JSON.parse(String(attributes["gen_ai.system_instructions"]))).toEqual([
    { type: "text", content: "Keep [gone]." },
  ]);
  expect(JSON.parse(String(attributes["gen_ai.input.messages"]))).toEqual([
    { role: "user", parts: [{ type: "text", content: "It is [gone]." }] },
  ]);
  expect(JSON.parse(String(attributes["gen_ai.output.messages"]))).toMatchObject([
    {
      role: "assistant",
      finish_reason: "tool-calls",
      parts: [{ type: "text" }, { type: "tool_call", name: "tell" }],
    },
  ]);
  expect(registered.spans.attributesOf("execute_tool tell")).toMatchObject({
    "gen_ai.tool.call.arguments": '{"word":"[gone]"}',
    "gen_ai.tool.call.result": '{"word":"[gone]"}',
  });
});

test("content that the redactor fails on is left out, and the turn goes on", async () => {
  const redact = (): never => {
    throw new Error("no patterns");
  };

  expect(await allOf({ content: true, redact })).not.toContain(secret);
  expect(registered.spans.named("chat scripted").events.map(({ name }) => name)).toContain(
    "hermes.content_withheld",
  );
});

test("a provider is told of the trace where that is wanted, also in its second try, and else not", async () => {
  const { spans } = registered;
  const limited = { status: 429, headers: { "retry-after": "0" } };
  await using server = await startScriptedServer({ script: [limited, { text: "ok" }, { text: "ok" }] });
  const model = { model: "m", baseUrl: server.openaiUrl, apiKey: "k", provider: "openai" };
  const hooks = [openTelemetry()];

  await new Agent({ model: openaiChat({ ...model, fetch: propagatingFetch() }), hooks }).chat("go");
  await new Agent({ model: openaiChat(model), hooks }).chat("go");

  const { traceId, spanId } = spans.named("chat m").spanContext();
  const own = `00-${traceId}-${spanId}-01`;
  expect(server.requests.map(({ headers }) => headers["traceparent"])).toEqual([own, own, undefined]);
  expect(server.requests[0]?.headers["authorization"]).toBe("Bearer k");
  expect(spans.named("chat m").events.map(({ name }) => name)).toEqual(["hermes.retry"]);
  propagation.disable();
});

test("requests are measured by duration and tokens", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 30, cacheWriteTokens: 0 };

  await agentWith([{ text: "ok", usage }], { otel: { meter: provider.getMeter("test") } }).chat("go");
  await reader.forceFlush();

  const points = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((each) =>
        each.metrics.flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => [
            descriptor.name,
            attributes["gen_ai.token.type"],
            Object(value).sum,
          ]),
        ),
      ),
    );
  expect(points).toEqual([
    ["gen_ai.client.operation.duration", undefined, expect.any(Number)],
    ["gen_ai.client.token.usage", "input", 40],
    ["gen_ai.client.token.usage", "output", 5],
  ]);
  await provider.shutdown();
});
