/** What came of waiting for something that may never come. */
export type Waited<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Nobody waits any more; it may still come. */
  | { readonly kind: "late" };

/** Waits at most so long, and no longer than until `signal` is aborted. Never rejects. */
export async function waitAtMost<Value>(
  work: Promise<Value>,
  { ms, signal }: { readonly ms: number; readonly signal?: AbortSignal | undefined },
): Promise<Waited<Value>> {
  const settled = work.then(
    (value): Waited<Value> => ({ kind: "value", value }),
    (error: unknown): Waited<Value> => ({ kind: "failed", error }),
  );
  let stop = (): void => undefined;
  const late = new Promise<Waited<Value>>((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "late" }), ms);
    const abort = (): void => resolve({ kind: "late" });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  try {
    return await Promise.race([settled, late]);
  } finally {
    stop();
  }
}
