import { HermesError } from "@hermes/registry";
import type { CallAnswer, PluginConnection } from "./plugin-connection.ts";
import type { PluginLimits } from "./plugin-limits.ts";
import type { PluginCallOptions } from "./plugin-process.ts";

export interface OpenCallOptions extends PluginCallOptions {
  readonly name: string;
  readonly path: readonly string[];
  readonly params: unknown;
  readonly isStream: boolean;
  readonly limits: PluginLimits;
  /** Takes what is waited for before the next call is made. */
  readonly leave: (left: Promise<void>) => void;
}

/** A call in a process: yields its items, and returns its result. Left early, it is cancelled there. */
export async function* openCall(
  to: PluginConnection,
  options: OpenCallOptions,
): AsyncGenerator<unknown, unknown, void> {
  const { path, params, isStream, limits, signal } = options;
  const id = to.nextId();
  to.send({
    id,
    call: path,
    params,
    sessionId: options.sessionId,
    cwd: options.cwd,
    stream: isStream,
  });
  let isCounted = false;
  let isDone = false;
  try {
    for (;;) {
      const answer = await soon(
        (resolve) => to.open(id, { answer: resolve, progress: (text) => options.onProgress?.(text) }),
        options,
        () => (isCounted = true),
      );
      isDone = !("item" in answer);
      if ("error" in answer) throw answer.error;
      if ("result" in answer) return answer.result;
      yield answer.item;
      signal.throwIfAborted();
      to.send({ next: id });
    }
  } finally {
    if (!isDone)
      options.leave(cancelCall(to, { id, name: options.name, cancelMs: limits.cancelMs, isCounted }));
  }
}

/** The next answer, unless the time is up or the caller leaves. */
async function soon(
  open: (resolve: (answer: CallAnswer) => void) => void,
  { name, path, signal, limits, timeoutMs = limits.callMs }: OpenCallOptions,
  late: () => void,
): Promise<CallAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>();
  const abort = (): void => reject(signal.reason);
  const timer = setTimeout(() => {
    late();
    reject(
      new HermesError(
        `${path.join(".")} of the plug-in "${name}" did not answer within ${timeoutMs / 1000} s.`,
        {
          code: "PLUGIN_TIMED_OUT",
          hint: "It was told to stop. Ask for less at once, or tell its author.",
        },
      ),
    );
  }, timeoutMs);
  signal.addEventListener("abort", abort, { once: true });
  try {
    open(resolve);
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** Tells the process that nobody waits any more. One that does not stop is ended; where a person interrupted that is no fault. */
async function cancelCall(
  to: PluginConnection,
  call: {
    readonly id: number;
    readonly name: string;
    readonly cancelMs: number;
    readonly isCounted: boolean;
  },
): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const open = (): void =>
    to.open(call.id, {
      progress: () => undefined,
      // An item was on its way.
      answer: (answer) => ("item" in answer ? open() : stopped.resolve()),
    });
  open();
  to.send({ cancel: call.id });
  const timer = setTimeout(() => {
    const error = new HermesError(`The plug-in "${call.name}" was ended, because it did not stop a call.`, {
      code: "PLUGIN_ENDED",
      hint: "The next call starts it again. Its author can hand `context.signal` on to what takes long.",
    });
    to.fail(error, { isCounted: call.isCounted });
  }, call.cancelMs);
  await stopped.promise;
  clearTimeout(timer);
}
