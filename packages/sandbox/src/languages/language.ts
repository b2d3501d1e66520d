import type { SandboxLimits } from "../limits.ts";
import type { SandboxTool } from "../sandbox-tool.ts";

/** How code of one language becomes a process. */
export interface Language {
  readonly name: "python" | "javascript";
  /** Writes what a run needs into its folder and says how it is started. */
  prepare(code: string, options: PrepareOptions): Promise<PreparedRun>;
}

export interface PrepareOptions {
  /** Folder of the run: the modules go there. */
  readonly folder: string;
  readonly tools: readonly SandboxTool[];
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
}

export interface PreparedRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders of the system that the interpreter reads. */
  readonly readable: readonly string[];
  /** Whether its memory can be limited by addresses: some interpreters reserve far more than they use. */
  readonly limitAddresses: boolean;
}
