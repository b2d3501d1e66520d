import type { SandboxLimits } from "../limits.ts";
import type { SandboxTool } from "../sandbox-tool.ts";

/** How an interpreter of one language becomes a process. */
export interface Language {
  readonly name: "python" | "javascript";
  /**
   * Writes what an interpreter needs into its folder and says how it is started. What is started reads runs from its
   * standard input: `once LENGTH`, or a mark and the length, a line end, and the code in bytes.
   */
  prepare(options: PrepareOptions): Promise<PreparedInterpreter>;
  /** Code as it is sent to an interpreter that keeps its names for the next run. */
  forSession(code: string): string | Promise<string>;
}

export interface PrepareOptions {
  /** Folder of the interpreter: the modules go there. */
  readonly folder: string;
  readonly tools: readonly SandboxTool[];
  readonly limits: SandboxLimits;
  /** Ends what takes long: fetching an interpreter. */
  readonly signal: AbortSignal;
  /** Told of what takes long. */
  readonly progress?: ((text: string) => void) | undefined;
}

export interface PreparedInterpreter {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders of the system that the interpreter reads. */
  readonly readable: readonly string[];
  /** Whether its memory can be limited by addresses: some interpreters reserve far more than they use. */
  readonly limitAddresses: boolean;
}
