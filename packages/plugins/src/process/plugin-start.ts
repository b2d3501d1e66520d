import type { Readable, Writable } from "node:stream";

/** What is to be started for a plug-in. */
export interface PluginCommandLine {
  /** Its name. */
  readonly plugin: string;
  /** Node and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Files and folders that the command consists of. A jail must let it read them, the plug-in's folder, and Node. */
  readonly readable: readonly string[];
}

/** The process of a plug-in. */
export interface PluginProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  /** Kills it with all that it started, and resolves once they are gone. Its input was closed before where it could end by itself. */
  end(): Promise<void>;
}

/**
 * Starts the process of a plug-in: plainly, or in a jail.
 *
 * @throws {HermesError} that says why it can't be started; the plug-in is not switched off for it.
 */
export type PluginStart = (line: PluginCommandLine) => Promise<PluginProcess>;
