import type { RunningPlugin } from "@hermes/plugins/host";
import { expect, test } from "vitest";
import { serverWith } from "./server-with.ts";
import type { Received } from "./server-with.ts";
import { openExample, signal } from "./open-example.ts";

const base = { session_id: "s1", cwd: "/work" };
const call = {
  ...base,
  hook_event_name: "post_tool_call",
  tool_name: "read_file",
  tool_input: { path: "notes.md" },
  tool_call_id: "call_1",
  tool_response: '{"content":"a note"}',
  is_error: false,
  duration_ms: 250,
};

async function tell(plugin: RunningPlugin, event: string, payload: object): Promise<void> {
  await plugin.call(["hooks", event], payload, { signal });
}

async function oneTurn(plugin: RunningPlugin, reason = "answered"): Promise<void> {
  await tell(plugin, "pre_llm_call", { ...base, prompt: "What is in notes.md?" });
  await tell(plugin, "post_tool_call", call);
  await tell(plugin, "on_turn_end", { ...base, reason, response: "A note." });
}

test("a turn and its calls are spans of one trace, with the names of the conventions", async () => {
  const { address, received } = await serverWith({ body: {} });
  const { plugin } = await openExample("otel-exporter", {
    settings: { endpoint: address, service_name: "helper" },
    variables: { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20t1,x-team=sea" },
  });

  await oneTurn(plugin);
  await tell(plugin, "on_session_end", base);

  expect(received).toMatchObject([
    { path: "/v1/traces", headers: { authorization: "Bearer t1", "x-team": "sea" } },
  ]);
  const [tool, turn] = spansOf(received);
  expect(turn).toMatchObject({
    name: "invoke_agent hermes",
    kind: 1,
    status: { code: 0 },
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "hermes",
      "gen_ai.conversation.id": "s1",
      "hermes.turn.end_reason": "answered",
    },
  });
  expect(tool).toMatchObject({
    name: "execute_tool read_file",
    traceId: turn?.traceId,
    parentSpanId: turn?.spanId,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "read_file",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "call_1",
    },
  });
  expect(turn?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(turn?.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(BigInt(tool?.endTimeUnixNano ?? 0) - BigInt(tool?.startTimeUnixNano ?? 0)).toBe(250_000_000n);
  // Words, arguments and results stay here.
  expect(JSON.stringify(received)).not.toMatch(/notes\.md|a note|A note/);
});

test("failures are marked, and content is sent where a person wants it", async () => {
  const { address, received } = await serverWith({ body: {} });
  const { plugin } = await openExample("otel-exporter", { settings: { endpoint: address, content: true } });

  await oneTurn(plugin, "model-error");
  await tell(plugin, "post_tool_call", { ...call, is_error: true });
  await tell(plugin, "on_session_end", base);

  const [tool, turn, failed] = spansOf(received);
  expect(turn).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "model-error" } });
  expect(tool?.attributes["gen_ai.tool.call.arguments"]).toBe('{"path":"notes.md"}');
  expect(turn?.attributes["gen_ai.input.messages"]).toContain("What is in notes.md?");
  expect(failed).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "tool_error" } });
});

test("spans are sent in the background, and again where the collector can't take them now", async () => {
  const { address, received } = await serverWith({ status: 503, body: {} }, { body: {} });
  const { plugin, log } = await openExample("otel-exporter", { settings: { endpoint: address } });

  await oneTurn(plugin);
  await expect.poll(() => log).toEqual(["The collector answered with status 503."]);
  await oneTurn(plugin);
  await tell(plugin, "on_session_end", base);

  expect(received.map((each) => spansOf([each]).length)).toEqual([2, 4]);
});

test("what a collector refuses is told, and not sent again", async () => {
  const { address, received } = await serverWith(
    { body: { partialSuccess: { rejectedSpans: "1", errorMessage: "too old" } } },
    { status: 400, body: {} },
  );
  const { plugin, log } = await openExample("otel-exporter", { settings: { endpoint: address } });

  for (let turn = 0; turn < 2; turn += 1) {
    await oneTurn(plugin);
    await tell(plugin, "on_session_end", base);
  }
  await tell(plugin, "on_session_end", base);

  expect(received.map((each) => spansOf([each]).length)).toEqual([2, 2]);
  expect(log).toEqual([expect.stringContaining("too old"), "The collector answered with status 400."]);
});

test("a collector that is not there holds up nothing", async () => {
  const { plugin, log } = await openExample("otel-exporter", {
    settings: { endpoint: "http://127.0.0.1:9" },
  });

  await oneTurn(plugin);
  await tell(plugin, "on_session_end", base);

  expect(log).toEqual([expect.stringContaining("The collector does not answer")]);
});

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, "attributes"> & {
        readonly attributes: readonly {
          readonly key: string;
          readonly value: { readonly stringValue: string };
        }[];
      })[];
    }[];
  }[];
}

function spansOf(received: readonly Received[]): readonly Span[] {
  return received
    .flatMap(({ body }) => (body as Batch).resourceSpans) // what the specification says of its form
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue])),
    }));
}
