export interface ByteReader {
  chunk(bytes: Uint8Array): void;
  end(): void;
  error(error: unknown): void;
}

/** The bytes of an answer as they come. */
export interface ByteSource {
  /** Called once. After `end` or `error` the reader hears nothing more. */
  start(reader: ByteReader): void;
  pause(): void;
  resume(): void;
  /** Nobody listens any more. `complete`: all that matters was read, so that the connection may be used again. */
  close(complete: boolean): void;
}

/** For a `fetch` that was given from outside. */
export function webSource(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader();
  let onResume: (() => void) | undefined;
  let paused = false;
  return {
    start(listener) {
      const readAll = async (): Promise<void> => {
        for (;;) {
          if (paused) await new Promise<void>((resolve) => (onResume = resolve));
          const { done, value } = await reader.read();
          if (done) return listener.end();
          listener.chunk(value);
        }
      };
      readAll().catch((error: unknown) => listener.error(error));
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      onResume?.();
    },
    close() {
      // A stream that is broken already has nothing left to cancel.
      reader.cancel().catch(() => undefined);
      onResume?.();
    },
  };
}
