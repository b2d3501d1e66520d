import type { ToolResult } from "./tool-result.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** A call that is about to run: arguments are coerced and validated. */
export interface PendingCall {
  readonly tool: Tool;
  readonly args: unknown;
}

/** A call that ran, whether it succeeded or failed. */
export interface FinishedCall extends PendingCall {
  readonly result: ToolResult;
  readonly durationMs: number;
}

/** `block`: the call does not run, for this reason. `args`: it runs with these instead, which are validated again. */
export type BeforeCall = { readonly block: string } | { readonly args: unknown };

/** Watches and shapes calls. Hooks run in the order given, each seeing what the one before made. */
export interface ToolHooks {
  /** For warnings and refusals. */
  readonly name: string;
  /** Awaited before the guard is asked. Undefined: nothing changes. A thrown error refuses the call. */
  readonly before?:
    | ((
        call: PendingCall,
        context: ToolContext,
      ) => BeforeCall | undefined | void | Promise<BeforeCall | undefined | void>)
    | undefined;
  /**
   * Awaited after a call that ran. `{ value }` takes the place of what the tool returned. When it throws, the result
   * is withheld and the model learns that the call took effect.
   */
  readonly after?:
    | ((
        call: FinishedCall,
        context: ToolContext,
      ) =>
        | { readonly value: unknown }
        | undefined
        | void
        | Promise<{ readonly value: unknown } | undefined | void>)
    | undefined;
}
