import type { TurnEnd } from "../agent-event.ts";
import { settleOrAbandon } from "../turn/settle-or-abandon.ts";
import type { AgentHooks, HookContext } from "./agent-hooks.ts";
import type { BegunTurn } from "./held-work.ts";
import { hookFailure } from "./hook-failure.ts";

export interface AroundTurnOptions {
  readonly context: HookContext;
  readonly run: () => Promise<TurnEnd>;
  /** Told of a hook that fails when the turn has ended. */
  readonly warn: (warning: { readonly code: string; readonly message: string }) => void;
}

/** After an abort, before a hook that does not heed it is left alone. */
const graceMs = 500;

/**
 * Takes a turn through what hooks do around it; the first is the outermost.
 *
 * @throws {HermesError} `HOOK_FAILED` for one that fails before the turn, or does not let it run.
 * @throws what the turn throws.
 */
export async function throughTurnHooks(
  hooks: readonly AgentHooks[],
  turn: BegunTurn,
  options: AroundTurnOptions,
): Promise<TurnEnd> {
  const [hook, ...rest] = hooks;
  if (hook === undefined) return await options.run();
  if (hook.aroundTurn === undefined) return await throughTurnHooks(rest, turn, options);
  let running: Promise<TurnEnd> | undefined;
  const next = (): Promise<TurnEnd> => {
    running ??= throughTurnHooks(rest, turn, options);
    // It is awaited below in any case.
    running.catch(() => undefined);
    return running;
  };
  const { signal } = options.context;
  const held = (async () => await hook.aroundTurn?.(turn, next, options.context))();
  let settled = await settleOrAbandon(held, signal, graceMs);
  // A turn that was interrupted before it began ends by itself, and says so.
  if (running === undefined && signal.aborted) return await next();
  if (running === undefined)
    throw hookFailure(
      hook,
      settled.kind === "thrown" ? settled.error : new TypeError("it did not call next"),
    );
  const end = await running;
  // One that was left alone while the turn came to its end has seen that only now.
  if (settled.kind === "abandoned") settled = await settleOrAbandon(held, signal, graceMs);
  const failed =
    settled.kind === "abandoned"
      ? { error: new TypeError("it did not end") }
      : settled.kind === "thrown"
        ? settled
        : undefined;
  if (failed !== undefined)
    options.warn({ code: "HOOK_FAILED", message: hookFailure(hook, failed.error).message });
  return end;
}
