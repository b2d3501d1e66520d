import { spawn } from "node:child_process";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";

export interface RunProgramOptions {
  /** Given on its input, which then ends. */
  readonly stdin?: string | undefined;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const maxOutputBytes = 1_000_000;

/**
 * Runs a program of this machine, without a shell. Its end is awaited; an abort and the time limit end it.
 *
 * @returns What it wrote on its output, at most 1 MB.
 * @throws {HermesError} `SPEECH_PROGRAM_FAILED` where it can't be run, ends badly or takes too long; the reason of the signal on an abort.
 */
export async function runProgram(argv: readonly string[], options: RunProgramOptions): Promise<string> {
  const [program = "", ...args] = argv;
  const { stdin = "", env, timeoutMs, signal } = options;
  signal.throwIfAborted();
  const limit = AbortSignal.timeout(timeoutMs);
  const child = spawn(program, args, {
    env: { ...env },
    signal: AbortSignal.any([signal, limit]),
    killSignal: "SIGKILL",
  });
  const output = { text: "", errors: "" };
  const keep = (name: keyof typeof output) => (part: string) => {
    if (output[name].length < maxOutputBytes) output[name] += part;
  };
  child.stdout.setEncoding("utf8").on("data", keep("text"));
  child.stderr.setEncoding("utf8").on("data", keep("errors"));
  // A program that ends before it has read everything is told by its exit code.
  child.stdin.on("error", () => undefined).end(stdin);
  const problem = await new Promise<string | undefined>((resolve) => {
    let failed: string | undefined;
    child.on("error", (error) => {
      failed = error.message;
      if (child.pid === undefined) resolve(failed);
    });
    child.on("close", (code, killed) =>
      resolve(failed ?? (code === 0 ? undefined : `it ended with ${code ?? killed}`)),
    );
  });
  signal.throwIfAborted();
  if (problem === undefined) return output.text;
  const why = limit.aborted ? `it took longer than ${timeoutMs / 1000} s` : problem;
  const said = output.errors.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
  throw new HermesError(`${program} failed: ${why}${said === "" ? "" : ` (${said})`}.`, {
    code: "SPEECH_PROGRAM_FAILED",
    hint: `Try ${program} by hand, or choose another provider in the settings.`,
  });
}
