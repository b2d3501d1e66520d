import type { AgentEvent } from "@hermes/agent-loop";
import { withoutDetails } from "../follow/without-details.ts";
import { serverSentEvents } from "../sse/server-sent-events.ts";
import type { EventSource, ServerSentEventsOptions } from "../sse/server-sent-events.ts";
import { streamOf } from "../sse/stream-of.ts";
import { ChunkWriter } from "./chunk-writer.ts";
import type { UIMessageStreamOptions } from "./chunk-writer.ts";
import type { UIMessageChunk } from "./ui-message-chunk.ts";

/**
 * The events of a turn as chunks of the AI SDK's UI message stream, version 7: one message with a step for each request. Parts
 * `data-…` are listed in `UIData`. Leaving the stream leaves the events, which interrupts a turn that nobody else reads.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 */
export function toUIMessageStream(
  events: AsyncIterable<AgentEvent>,
  options: UIMessageStreamOptions = {},
): ReadableStream<UIMessageChunk> {
  return streamOf(uiMessageChunks(events, options));
}

/** The same as an answer that `useChat` reads. */
export function toUIMessageStreamResponse(
  events: EventSource<AgentEvent>,
  options: UIMessageStreamOptions & ServerSentEventsOptions = {},
): Response {
  const headers = { ...options.headers, "x-vercel-ai-ui-message-stream": "v1" };
  return serverSentEvents(
    async function* (signal) {
      for await (const chunk of uiMessageChunks(events(signal), options))
        yield { data: JSON.stringify(chunk) };
      yield { data: "[DONE]" };
    },
    { ...options, headers },
  );
}

async function* uiMessageChunks(
  events: AsyncIterable<AgentEvent>,
  options: UIMessageStreamOptions,
): AsyncGenerator<UIMessageChunk, undefined> {
  const writer = new ChunkWriter(options);
  for await (const event of events) yield* writer.take(withoutDetails(event, options));
  return undefined;
}
