import type { Language } from "../languages/language.ts";
import type { SandboxTool } from "../sandbox-tool.ts";
import type { InterpreterRun } from "./interpreter.ts";

export interface CodeRun extends Pick<InterpreterRun, "call" | "refuse" | "onCall" | "signal"> {
  readonly language: Language["name"];
  readonly tools: readonly SandboxTool[];
  /** Whoever the interpreters belong to: what one has, another never gets. */
  readonly owner: string;
  /** Told of what takes long before code runs. */
  readonly progress?: ((text: string) => void) | undefined;
  /** Name of an interpreter that goes on after the run. */
  readonly session?: string | undefined;
}
