import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** What comes in, and the streams that tell it. */
export interface SignalInbox {
  /** What each stream was told, in order; whether it is still there. */
  readonly told: readonly { readonly events: readonly string[]; readonly isOpen: boolean }[];
  put(event: unknown): void;
  /** The last event once more. */
  repeat(): void;
  stream(response: ServerResponse): void;
  /** Writes this to the streams as it is. */
  raw(text: string): void;
  /** Ends the streams, once. */
  drop(): void;
  /** The streams stay, without a word: what comes is told to the next one. */
  silence(): void;
  /** Resolves once nobody listens. */
  deserted(): Promise<void>;
  close(): void;
}

export function openInbox(): SignalInbox {
  const streams = new Set<ServerResponse>();
  const told = new Map<ServerResponse, string[]>();
  const silent = new Set<ServerResponse>();
  const waiting: string[] = [];
  let last: string | undefined;
  const flush = (): void => {
    const heard = [...streams].filter((stream) => !silent.has(stream));
    if (heard.length === 0) return;
    for (const text of waiting.splice(0))
      for (const stream of heard) {
        stream.write(text);
        told.get(stream)?.push(text);
      }
  };
  const put = (text: string): void => {
    last = text;
    waiting.push(text);
    flush();
  };
  const keepAlive = setInterval(() => {
    for (const stream of streams) if (!silent.has(stream)) stream.write(":\n");
  }, 50);
  return {
    get told() {
      return [...told].map(([stream, events]) => ({ events, isOpen: streams.has(stream) }));
    },
    put: (event) => put(`event:receive\ndata:${JSON.stringify(event)}\n\n`),
    repeat() {
      if (last !== undefined) put(last);
    },
    stream(response) {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n");
      streams.add(response);
      told.set(response, []);
      response.once("close", () => {
        streams.delete(response);
        silent.delete(response);
      });
      flush();
    },
    raw(text) {
      for (const stream of streams) stream.write(text);
    },
    drop() {
      // What is said from now on waits for the next stream.
      for (const stream of streams) {
        silent.add(stream);
        stream.destroy();
      }
    },
    silence() {
      for (const stream of streams) silent.add(stream);
    },
    async deserted() {
      await Promise.all([...streams].map((stream) => once(stream, "close")));
    },
    close() {
      clearInterval(keepAlive);
      for (const stream of streams) stream.destroy();
    },
  };
}
