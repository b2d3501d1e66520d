/** One event of a stream. */
export interface SentEvent {
  readonly data: string;
  /** What a client sends as `Last-Event-ID` when it comes back. */
  readonly id?: string | undefined;
  readonly event?: string | undefined;
}

export interface EventStreamOptions {
  /** A comment is sent after so long without an event; 0: never. */
  readonly heartbeatMs: number;
  /** Called once, when it is over or the client has gone. */
  readonly onClose?: (() => void) | undefined;
  /** What is sent where the source fails. It throws what nobody should see. */
  readonly onFailure?: ((error: unknown) => SentEvent) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const silence: unique symbol = Symbol("nothing happened");

/**
 * An answer that streams events. They are asked for as the client takes them: nothing is kept for a slow one.
 *
 * @param source Its signal is aborted when the client goes.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function eventStream(
  source: (signal: AbortSignal) => AsyncIterable<SentEvent>,
  { heartbeatMs, onClose, onFailure, headers = {} }: EventStreamOptions,
): Response {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  const events = source(gone.signal)[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<SentEvent>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          pending ??= events.next();
          const next = await orSilence(pending, heartbeatMs);
          if (next === silence) return controller.enqueue(encoder.encode(": still here\n\n"));
          pending = undefined;
          if (next.done !== true) return controller.enqueue(encoder.encode(format(next.value)));
        } catch (error) {
          if (gone.signal.aborted) return;
          if (onFailure !== undefined) controller.enqueue(encoder.encode(format(onFailure(error))));
        }
        controller.close();
        onClose?.();
      },
      cancel() {
        gone.abort(new DOMException("The client has gone.", "AbortError"));
        // Both end with the abort, which is no news to anybody.
        pending?.catch(() => undefined);
        void events.return?.()?.catch(() => undefined);
        onClose?.();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}

async function orSilence<Value>(work: Promise<Value>, ms: number): Promise<Value | typeof silence> {
  if (ms === 0) return await work;
  const { promise, resolve } = Promise.withResolvers<typeof silence>();
  const timer = setTimeout(() => resolve(silence), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What goes into a field of its own has no line break: ids and names are ours. */
function format({ data, id, event }: SentEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  const fields = [id === undefined ? "" : `id: ${id}\n`, event === undefined ? "" : `event: ${event}\n`];
  return `${fields.join("")}${lines.join("")}\n`;
}
