import type { ProgramHook } from "@hermes/plugins/hooks";

/** A program of a hook, of whatever kind, as it is run and agreed to. */
export interface RunnableHook extends Pick<
  ProgramHook,
  "id" | "name" | "eventName" | "command" | "timeoutMs" | "hosts" | "write"
> {
  /** A folder of its own, absolute: every file in it counts, and it may be read. */
  readonly folder?: string | undefined;
  /** Where it may write beside that; made when it runs. */
  readonly data?: string | undefined;
}
