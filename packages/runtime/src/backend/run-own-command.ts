import type { Backend } from "@hermes/terminal-backends";

export interface OwnCommandOptions {
  /** Aborting ends the command with all it started. */
  readonly signal: AbortSignal;
  /** Output as it comes, with its controls and colours, secrets included: for the person who typed the command. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** What came of it, for the model: without controls and without secrets. */
export interface OwnCommandResult {
  /** Stdout and stderr; where it is long its middle is missing. */
  readonly output: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly interrupted: boolean;
  readonly truncated: boolean;
  readonly durationMs: number;
}

interface OwnCommandPlace {
  readonly backend: () => Promise<Pick<Backend, "exec">>;
  readonly redactor: () => Promise<(text: string) => string>;
}

/** A person stops what takes too long. */
const oneDayMs = 24 * 60 * 60 * 1_000;
const maxOutputChars = 16_000;

/**
 * Runs a command that the person typed, where the commands of a session run and in the same shell state. It is theirs:
 * nobody is asked, and no wall of this machine holds it.
 *
 * @throws {HermesError} where the place of work can't be reached; never for what the command does.
 */
export async function runOwnCommand(
  { backend, redactor }: OwnCommandPlace,
  taskId: string,
  command: string,
  { signal, onOutput }: OwnCommandOptions,
): Promise<OwnCommandResult> {
  const [place, redact] = await Promise.all([backend(), redactor()]);
  const result = await place.exec(command, {
    taskId,
    signal,
    onOutput,
    timeoutMs: oneDayMs,
    wall: { profile: "open" },
    maxOutputChars,
  });
  const { exitCode, interrupted, truncated, durationMs } = result;
  const { stripVTControlCharacters } = process.getBuiltinModule("node:util");
  const output = redact(stripVTControlCharacters(result.output));
  return { output, exitCode, interrupted, truncated, durationMs };
}
