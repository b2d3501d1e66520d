import type { ScriptedCall } from "../providers/scripted.ts";
import type { FinishReason } from "../message.ts";
import type { Usage } from "../usage.ts";

/** What the scripted server does with one request. */
export interface ServerAnswer {
  readonly reasoning?: string | undefined;
  readonly text?: string | undefined;
  /** The deltas one by one; stands for `text`. */
  readonly chunks?: readonly string[] | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  readonly finishReason?: FinishReason | undefined;
  readonly usage?: Partial<Usage> | undefined;
  /** A failure, with `headers` and `body`. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of a failure; text goes out as it is. @default the protocol's own form of an error */
  readonly body?: unknown;
  /** Sent as the stream in place of an answer: for events that no server should send. */
  readonly raw?: string | Uint8Array | undefined;
  /** Goes silent and keeps the connection: before anything, after the headers, or after the deltas. */
  readonly stall?: "start" | "headers" | "deltas" | undefined;
  /** After the deltas, breaks the connection off (`cut`) or ends the stream as if all were said (`end`). */
  readonly breakOff?: "cut" | "end" | undefined;
  /** Events in one write; Infinity: all of them. @default 1 */
  readonly eventsPerWrite?: number | undefined;
  /** Bytes in one write; stands for `eventsPerWrite`. */
  readonly bytesPerWrite?: number | undefined;
}

/** The answer with everything that was left open decided. */
export interface PlannedAnswer {
  readonly id: string;
  readonly model: string;
  readonly reasoning: string;
  readonly deltas: readonly string[];
  readonly calls: readonly PlannedCall[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
}

export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export function planAnswer(
  answer: ServerAnswer,
  request: { readonly model: string; readonly bytes: number },
): PlannedAnswer {
  // Ids depend on the request alone, so that two runs of a test see the same bytes.
  const id = `${request.bytes.toString(36)}${(answer.text ?? "").length.toString(36)}`;
  const calls = (answer.calls ?? []).map((call, index) => ({
    id: call.id ?? `call_${id}_${index + 1}`,
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {}),
  }));
  const deltas = answer.chunks ?? piecesOf(answer.text ?? "");
  const outputTokens = Math.ceil((deltas.join("").length + JSON.stringify(calls).length) / 4);
  return {
    id,
    model: request.model,
    reasoning: answer.reasoning ?? "",
    deltas,
    calls,
    finishReason: answer.finishReason ?? (calls.length > 0 ? "tool-calls" : "stop"),
    usage: {
      inputTokens: Math.ceil(request.bytes / 4),
      outputTokens,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
      ...answer.usage,
    },
  };
}

/** Words with the space before them, as models stream. */
function piecesOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}
