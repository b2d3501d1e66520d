// One turn with a call, and its spans on the console: no network, no collector.
import { trace } from "@opentelemetry/api";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import { openTelemetry } from "@hermes/otel";

/** Keeps the spans that have ended. A program has a BatchSpanProcessor with an exporter here. */
const ended: ReadableSpan[] = [];
const keep: SpanProcessor = {
  onStart: () => undefined,
  onEnd: (span) => void ended.push(span),
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
new NodeTracerProvider({ spanProcessors: [keep] }).register();

const weather = defineTool({
  name: "get_weather",
  toolset: "demo",
  description: "The weather in a city.",
  input: z.object({ city: z.string() }),
  async execute({ city }) {
    // Whatever is traced in here finds its place by itself.
    trace.getTracer("app").startSpan("SELECT weather").end();
    return { city, sky: "clear" };
  },
});
const model = scripted([
  { calls: [{ name: "get_weather", arguments: { city: "Lisbon" } }] },
  { text: "Clear sky over Lisbon." },
]);

const agent = new Agent({ model, tools: [weather], hooks: [openTelemetry({ agentName: "weather" })] });
console.log(await agent.chat("What is the weather in Lisbon?"));

const line = (span: ReadableSpan, depth: number): string =>
  ["  ".repeat(depth) + span.name, span.attributes["gen_ai.usage.output_tokens"]]
    .filter((part) => part !== undefined)
    .join(" · output tokens: ");
const print = (above: string | undefined, depth: number): void => {
  for (const span of ended.filter(({ parentSpanContext }) => parentSpanContext?.spanId === above)) {
    console.log(line(span, depth));
    print(span.spanContext().spanId, depth + 1);
  }
};
print(undefined, 0);
