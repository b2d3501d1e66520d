import { unref } from "./node-module.ts";

export interface PauseOptions {
  /** Whether a program waits for it before it ends. @default true */
  readonly keepsAlive?: boolean | undefined;
}

/**
 * Waits so many milliseconds, also where there is no Node.
 *
 * @throws the reason of `signal`, as soon as it is aborted.
 */
export function pause(
  ms: number,
  signal?: AbortSignal,
  { keepsAlive = true }: PauseOptions = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    if (!keepsAlive) unref(timer);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
