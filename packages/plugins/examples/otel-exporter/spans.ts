// Names of the semantic conventions for generative AI: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/
import { randomBytes } from "node:crypto";
import type { HookEvents } from "@hermes/plugins";

/** A turn that has begun. */
export interface Turn {
  readonly traceId: string;
  readonly spanId: string;
  readonly startMs: number;
  readonly prompt: string;
}

/** A span as OTLP writes it in JSON: ids in hex, 64-bit numbers as texts. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
  readonly status: { readonly code: number };
}

interface Sent {
  /** Whether words, arguments and results are sent. */
  readonly hasContent: boolean;
}

const internal = 1;
const [ok, failed] = [0, 2];
const agent = "hermes";
/** Ends of a turn that are no failure. */
const goodEnds = new Set(["answered", "awaiting-approval", "stopped", "interrupted"]);

export const traceId = (): string => randomBytes(16).toString("hex");
export const spanId = (): string => randomBytes(8).toString("hex");

export function turnSpan(turn: Turn, end: HookEvents["on_turn_end"], { hasContent }: Sent): OtlpSpan {
  const isGood = goodEnds.has(end.reason);
  return {
    traceId: turn.traceId,
    spanId: turn.spanId,
    name: `invoke_agent ${agent}`,
    kind: internal,
    startTimeUnixNano: nanos(turn.startMs),
    endTimeUnixNano: nanos(Date.now()),
    attributes: attributes({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": agent,
      "gen_ai.conversation.id": end.session_id,
      "hermes.turn.end_reason": end.reason,
      "error.type": isGood ? undefined : end.reason,
      "gen_ai.input.messages": hasContent ? message("user", turn.prompt) : undefined,
      "gen_ai.output.messages": hasContent ? message("assistant", end.response) : undefined,
    }),
    status: { code: isGood ? ok : failed },
  };
}

export function toolSpan(
  call: HookEvents["post_tool_call"],
  { turn, hasContent }: Sent & { readonly turn: Turn | undefined },
): OtlpSpan {
  const endMs = Date.now();
  return {
    traceId: turn?.traceId ?? traceId(),
    spanId: spanId(),
    parentSpanId: turn?.spanId,
    name: `execute_tool ${call.tool_name}`,
    kind: internal,
    startTimeUnixNano: nanos(endMs - call.duration_ms),
    endTimeUnixNano: nanos(endMs),
    attributes: attributes({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.tool_name,
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": call.tool_call_id,
      "gen_ai.conversation.id": call.session_id,
      "error.type": call.is_error ? "tool_error" : undefined,
      "gen_ai.tool.call.arguments": hasContent ? JSON.stringify(call.tool_input) : undefined,
      "gen_ai.tool.call.result": hasContent ? call.tool_response : undefined,
    }),
    status: { code: call.is_error ? failed : ok },
  };
}

function attributes(values: Readonly<Record<string, string | undefined>>): OtlpSpan["attributes"] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }],
  );
}

function message(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
}

function nanos(ms: number): string {
  return `${Math.round(ms)}000000`;
}
