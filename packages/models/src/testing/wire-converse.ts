import type { FinishReason } from "../message.ts";
import type { PlannedAnswer } from "./server-answer.ts";
import type { WireEvents } from "./wire-events.ts";

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "content_filtered",
};

/** An answer as Amazon Bedrock's ConverseStream sends it. */
export function converseEvents(answer: PlannedAnswer): WireEvents {
  const deltas: Uint8Array[] = [event("messageStart", { role: "assistant" })];
  let contentBlockIndex = 0;
  const block = (start: object | undefined, pieces: readonly object[]): void => {
    if (start !== undefined) deltas.push(event("contentBlockStart", { contentBlockIndex, start }));
    for (const delta of pieces) deltas.push(event("contentBlockDelta", { contentBlockIndex, delta }));
    deltas.push(event("contentBlockStop", { contentBlockIndex }));
    contentBlockIndex += 1;
  };
  if (answer.reasoning !== "") {
    block(undefined, [
      { reasoningContent: { text: answer.reasoning } },
      { reasoningContent: { signature: `sig_${answer.id}` } },
    ]);
  }
  if (answer.deltas.length > 0)
    block(
      undefined,
      answer.deltas.map((text) => ({ text })),
    );
  for (const { id, name, arguments: input } of answer.calls)
    block({ toolUse: { toolUseId: id, name } }, [{ toolUse: { input } }]);
  const stop = event("messageStop", { stopReason: stopReasons[answer.finishReason] });
  return { deltas, ending: [stop, event("metadata", { usage: usageOf(answer), metrics: { latencyMs: 1 } })] };
}

function usageOf({ usage }: PlannedAnswer): object {
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadInputTokens: usage.cacheReadTokens,
    cacheWriteInputTokens: usage.cacheWriteTokens,
    totalTokens: usage.inputTokens + usage.outputTokens,
  };
}

function event(type: string, body: object): Uint8Array {
  const headers = { ":event-type": type, ":content-type": "application/json", ":message-type": "event" };
  return eventFrame(headers, JSON.stringify(body));
}

/**
 * A frame of Amazon's event stream: lengths and their checksum, headers, body, checksum of all. Written by hand, so that
 * the library which reads it is checked, too.
 */
export function eventFrame(headers: Readonly<Record<string, string>>, body: string): Uint8Array {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  const textHeader = 7;
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const text = Buffer.from(value);
      const fixed = Buffer.from([textHeader, text.length >> 8, text.length & 255]);
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), fixed, text]);
    }),
  );
  const payload = Buffer.from(body);
  const frame = Buffer.alloc(16 + head.length + payload.length);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(head.length, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  head.copy(frame, 12);
  payload.copy(frame, 12 + head.length);
  frame.writeUInt32BE(crc32(frame.subarray(0, frame.length - 4)), frame.length - 4);
  return frame;
}
