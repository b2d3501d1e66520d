/** How long something that was told to stop may take to hand over what it has. The person has stopped waiting. */
const defaultGraceMs = 250;

export type Settled<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "thrown"; readonly error: unknown }
  /** It ignored the abort; what becomes of it is unknown. */
  | { readonly kind: "abandoned" };

/** Waits for `work`, but after an abort of `signal` no longer than a short grace. Never rejects. */
export function settleOrAbandon<T>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMs: number = defaultGraceMs,
): Promise<Settled<T>> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      timer = setTimeout(() => resolve({ kind: "abandoned" }), graceMs);
    };
    const settle = (settled: Settled<T>): void => {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(timer);
      resolve(settled);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(
      (value) => settle({ kind: "value", value }),
      (error: unknown) => settle({ kind: "thrown", error }),
    );
  });
}
