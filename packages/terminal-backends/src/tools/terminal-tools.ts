import type { Tool } from "@hermes/registry";
import type { Backend } from "../backend.ts";
import { ProcessTable } from "../processes/process-table.ts";
import { createProcessTool } from "./process-tool.ts";
import { createTerminalTool } from "./terminal-tool.ts";

export interface TerminalToolsOptions {
  /** Where commands run. Not disposed by the tools; their `cleanup` releases the task. */
  readonly backend: Backend;
  /** Holds what runs in the background, over the same backend. @default one that forgets with the program */
  readonly processes?: ProcessTable | undefined;
  /** For commands without a timeout of their own. @default 180_000 */
  readonly defaultTimeoutMs?: number | undefined;
  /** Longest output of a command in characters; more is cut in the middle. @default 50_000 */
  readonly maxOutputChars?: number | undefined;
  /**
   * Whether calls of `terminal` run behind the wall of their context, and may ask for more than that; `network`: for more hosts
   * alone. @default false
   */
  readonly walled?: boolean | "network" | undefined;
}

/** `terminal`, and `process` for what it started in the background. */
export function terminalTools({
  backend,
  processes = new ProcessTable({ backend }),
  defaultTimeoutMs = 180_000,
  maxOutputChars = 50_000,
  walled = false,
}: TerminalToolsOptions): readonly Tool[] {
  return [
    createTerminalTool({ backend, processes, defaultTimeoutMs, maxOutputChars, walled }),
    createProcessTool({ processes, walled: walled !== false }),
  ];
}
