import { once } from "node:events";
import { exitCodes, Stop, type Host } from "./host.ts";

/** Work that Ctrl-C ends in good order; a second one ends the process at once. */
export interface Interruptible extends Disposable {
  /** Aborted with a `Stop` by Ctrl-C, or when the process was told to end. */
  readonly signal: AbortSignal;
}

export function interruptible(host: Host): Interruptible {
  const control = new AbortController();
  const ignoreInterrupts = host.onInterrupt(() => {
    if (control.signal.aborted) host.exit(exitCodes.interrupted);
    control.abort(new Stop("The person interrupted it.", exitCodes.interrupted));
  });
  return {
    signal: AbortSignal.any([control.signal, host.stopped]),
    [Symbol.dispose]: ignoreInterrupts,
  };
}

/** Waits until work is to end. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
