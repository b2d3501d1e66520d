export interface ReadBody {
  readonly bytes: Uint8Array;
  /** Why the bytes end before the body does. */
  readonly cut?: "size" | "time" | "connection" | undefined;
}

/**
 * Reads a body up to a number of bytes, counted as they come out of the decompression, so that a compression bomb ends there too.
 *
 * @param limitOf Told of the first bytes: how many are wanted of such a body.
 * @param deadline Ends the reading; what was read by then is given.
 * @throws the error of the connection when nothing was read, and the reason of `signal` when aborted.
 */
export async function readBody(
  body: ReadableStream<Uint8Array>,
  {
    limitOf,
    deadline,
    signal,
  }: {
    readonly limitOf: (head: Uint8Array) => number;
    readonly deadline: AbortSignal;
    readonly signal: AbortSignal;
  },
): Promise<ReadBody> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let limit: number | undefined;
  let cut: ReadBody["cut"];
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), deadline);
      if (done) break;
      chunks.push(value);
      length += value.byteLength;
      // Enough to tell what it is.
      if (limit === undefined && length >= 1_024) limit = limitOf(joined(chunks, length).subarray(0, 1_024));
      if (limit !== undefined && length > limit) {
        cut = "size";
        break;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (length === 0) throw error;
    cut = deadline.aborted ? "time" : "connection";
  } finally {
    // Closing what is broken already fails; there is nothing left to close then.
    void reader.cancel().catch(() => undefined);
  }
  const bytes = joined(chunks, length);
  limit ??= limitOf(bytes.subarray(0, 1_024));
  if (bytes.byteLength > limit) cut ??= "size";
  return { bytes: bytes.byteLength > limit ? bytes.slice(0, limit) : bytes, cut };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** A fetch may not hand its signal on to the body. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
