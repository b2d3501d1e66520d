import type { JsonSchema } from "@hermes/registry";

/** A tool that code may call, as the code sees it. */
export interface SandboxTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonSchema;
  /** True when the tool knows arguments by other names too. */
  readonly hasAliases?: boolean | undefined;
  /** Few conversations need it: the model is told its name alone. */
  readonly rare?: boolean | undefined;
}

/** One call from within a run. */
export interface SandboxCall {
  /** Names the call within its run: 1, 2, 3 … in the order in which they were made. */
  readonly number: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Said of each call when it starts. */
export interface CallNote {
  readonly number: number;
  readonly tool: string;
  /** Calls that the run has made so far; some of them may wait. */
  readonly accepted: number;
}

/**
 * What a call gave. `value` is given to the code as it is; where the tool failed, `isError` is true and the text of
 * its `error` is raised in the code.
 */
export interface SandboxAnswer {
  readonly value: unknown;
  readonly isError: boolean;
}

/** Runs one call. A thrown error is raised in the code, as a failure of the tool. */
export type CallTool = (call: SandboxCall) => Promise<SandboxAnswer>;
