import { propagation } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Agent, defineTool, openaiChat, z } from "@hermes/agent-loop";
import { startScriptedServer } from "@hermes/models/testing";
import { openTelemetry, propagatingFetch } from "../src/index.ts";
import { agentWith, endOf, registerSpans, secret } from "./support.ts";

let registered: ReturnType<typeof registerSpans>;
beforeEach(() => {
  registered = registerSpans();
});
afterEach(async () => {
  await registered.close();
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
