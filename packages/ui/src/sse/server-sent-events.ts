/** One event of a stream. A `data` that holds line breaks becomes several lines, which clients join. */
export interface ServerSentEvent {
  readonly data: string;
  /** What a client sends as `Last-Event-ID` when it comes back. */
  readonly id?: string | undefined;
}

export interface ServerSentEventsOptions {
  /** A comment is sent after so long without an event, so that proxies keep the connection; 0: never. @default 15_000 */
  readonly heartbeatMs?: number | undefined;
  /** Told that the client has gone before the end. */
  readonly onDisconnect?: (() => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Called when the answer is read; the signal is aborted when the client goes. */
export type EventSource<Event> = (signal: AbortSignal) => AsyncIterable<Event>;

/**
 * An answer that streams events. They are asked for as the client takes them: nothing is buffered for a slow one.
 * An error of the source ends the stream.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function serverSentEvents(
  source: EventSource<ServerSentEvent>,
  { heartbeatMs = 15_000, onDisconnect, headers = {} }: ServerSentEventsOptions = {},
): Response {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  const events = source(gone.signal)[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<ServerSentEvent>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          pending ??= events.next();
          const next = await unlessSilent(pending, heartbeatMs);
          if (next === "silent") return controller.enqueue(encoder.encode(": still here\n\n"));
          pending = undefined;
          if (next.done === true) controller.close();
          else controller.enqueue(encoder.encode(format(next.value)));
        } catch (error) {
          controller.error(error);
        }
      },
      cancel() {
        gone.abort(new DOMException("The client has gone.", "AbortError"));
        // Both end with the abort, which is no news to anybody.
        pending?.catch(() => undefined);
        void events.return?.()?.catch(() => undefined);
        onDisconnect?.();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}

async function unlessSilent<Value>(work: Promise<Value>, ms: number): Promise<Value | "silent"> {
  if (ms === 0) return await work;
  const { promise, resolve } = Promise.withResolvers<"silent">();
  const timer = setTimeout(() => resolve("silent"), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function format({ data, id }: ServerSentEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${id === undefined ? "" : `id: ${id}\n`}${lines.join("")}\n`;
}
