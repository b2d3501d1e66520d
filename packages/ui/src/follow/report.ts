/** Tells of an error. What the callback itself throws, also later, goes no further. */
export function report(onError: ((error: unknown) => void) | undefined, error: unknown): void {
  void (async () => onError?.(error))().catch(() => undefined);
}
