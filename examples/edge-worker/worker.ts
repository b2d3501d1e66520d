// A worker as edge runtimes take it: `fetch(request, env)`, web standards only.
import { Agent, defineTool, openaiChat } from "@hermes/agent-loop";
import { openTelemetry } from "@hermes/otel";
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
// Not the `z` of the loop: esbuild then leaves out what is not used.
import * as z from "zod";

export interface Env {
  readonly OPENAI_API_KEY: string;
  readonly OPENAI_BASE_URL?: string;
}

const timeIn = defineTool({
  name: "time_in",
  toolset: "clock",
  description: "What time it is in a time zone.",
  readOnly: true,
  input: z.object({ zone: z.string().describe("Such as Europe/Lisbon.") }),
  execute: async ({ zone }) => ({ zone, time: new Date().toLocaleTimeString("en-GB", { timeZone: zone }) }),
});

const tracing = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
});

/** Answers `POST` with the words of the model as they come. */
async function fetch(request: Request, env: Env): Promise<Response> {
  if (request.method !== "POST") return new Response("POST a question.\n", { status: 405 });
  const agent = new Agent({
    model: openaiChat({ model: "gpt-5.2", apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL }),
    tools: [timeIn],
    hooks: [openTelemetry({ tracer: tracing.getTracer("edge-worker") })],
  });
  const events = agent.run(await request.text(), { signal: request.signal });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value: event, done } = await events.next();
      if (done === true) return controller.close();
      if (event.type === "text-delta") controller.enqueue(encoder.encode(event.text));
      else if (event.type === "turn-end" && event.error)
        controller.enqueue(encoder.encode(event.error.message));
      // Nothing to hand on: the next event is asked for at once.
      else await this.pull?.(controller);
    },
    async cancel() {
      await events.return?.();
    },
  });
  return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

export default { fetch };
