/** Calls back with what comes of a promise that never rejects. What the listener throws is an error of the program. */
export function whenEnded<Value>(ended: Promise<Value>, listener: (value: Value) => void): void {
  ended.then(listener).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
}
