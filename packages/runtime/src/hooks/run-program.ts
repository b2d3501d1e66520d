import type { ProgramOutput } from "@hermes/plugins/hooks";
import { HermesError } from "@hermes/registry";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

export interface RunProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  /** Aborted: it is killed, with all that it started. */
  readonly signal: AbortSignal;
}

/** Most of each output. */
const mostOutputBytes = 100_000;
/** For what is still in the pipes when the program has ended, and is held open by what it left behind. */
const drainMs = 300;

/**
 * Runs one program to its end, in a process group of its own.
 *
 * @throws {HermesError} `HOOK_PROGRAM_FAILED`, `HOOK_TIMED_OUT`
 */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  { cwd, env, input, timeoutMs, signal }: RunProgramOptions,
): Promise<ProgramOutput> {
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd, env, stdio: "pipe", detached: true, windowsHide: true });
  let fault: Error | undefined;
  const stop = (why?: Error): void => {
    fault ??= why;
    killGroup(child);
  };
  const onAbort = (): void => stop();
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => stop(timedOut(timeoutMs)), timeoutMs);
  const stdout = collect(child.stdout, () => stop(tooMuch()));
  const stderr = collect(child.stderr, () => stop(tooMuch()));
  // One that reads nothing has a right to.
  child.stdin.on("error", () => undefined).end(input);
  try {
    const exitCode = await ended(child);
    signal.throwIfAborted();
    if (fault !== undefined) throw fault;
    return { exitCode, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** @returns its exit code, once its output is read. */
async function ended(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(cannotStart(error)));
    child.once("exit", (code, signal) => {
      // What it left in the background would go on without anybody's knowledge.
      killGroup(child);
      const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      const timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(exitCode);
      }, drainMs);
      child.once("close", () => {
        clearTimeout(timer);
        resolve(exitCode);
      });
    });
  });
}

function collect(stream: NodeJS.ReadableStream, onFull: () => void): () => string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  stream.on("error", () => undefined);
  stream.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= mostOutputBytes) pieces.push(piece);
    else onFull();
  });
  return () => Buffer.concat(pieces).toString("utf8");
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of it runs any more, or there are no groups here.
    child.kill("SIGKILL");
  }
}

function timedOut(ms: number): HermesError {
  return new HermesError(`it was not done within ${ms / 1_000} s, and was killed.`, {
    code: "HOOK_TIMED_OUT",
    hint: "Let it do less, or give it more time with timeout.",
  });
}

function tooMuch(): HermesError {
  return new HermesError(`it printed more than ${mostOutputBytes / 1_000} kB, and was killed.`, {
    code: "HOOK_PROGRAM_FAILED",
    hint: "Let it print one JSON object, or nothing.",
  });
}

function cannotStart(cause: Error): HermesError {
  return new HermesError(`it can't be started: ${cause.message}`, {
    code: "HOOK_PROGRAM_FAILED",
    hint: "Check its command.",
    cause,
  });
}
