import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { HermesError } from "@hermes/registry/errors";
import type { Environment } from "@hermes/registry";
import { fit, oneLine } from "../render/fit.ts";

export interface RecordOptions {
  /** What it writes. */
  readonly output: string;
  readonly env: Environment;
  readonly maxMs: number;
  /** Ends the recording, which is kept. */
  readonly finish: AbortSignal;
  /** Ends the recorder at once. */
  readonly signal: AbortSignal;
  /** Calls the listener right before this process ends. */
  readonly onExit: (listener: () => void) => () => void;
}

/** A header alone, with what programs write about themselves. */
const emptyBytes = 200;
/** For a recorder that was told to end. */
const endsWithinMs = 5_000;

/**
 * Records into a file until it is finished, or for as long as it may take. The recorder and what it has started are gone afterwards.
 *
 * @throws {HermesError} `CLI_RECORDING_FAILED` where nothing was recorded; the reason of `signal` when it is aborted.
 */
export async function record(argv: readonly string[], options: RecordOptions): Promise<void> {
  const { output, env, maxMs, finish, signal, onExit } = options;
  const [program = "", ...args] = argv;
  signal.throwIfAborted();
  // A group of its own, so that nothing a script has started goes on listening.
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...env },
    detached: true,
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  const send = (to: NodeJS.Signals): void => {
    if (child.pid !== undefined) signalGroup(child.pid, to);
  };
  const kill = (): void => send("SIGKILL");
  let killing: NodeJS.Timeout | undefined;
  // At SIGINT recorders write how long the recording is into its head.
  const end = (): void => {
    send("SIGINT");
    killing ??= setTimeout(kill, endsWithinMs);
  };
  const ending = setTimeout(end, maxMs);
  const forget = onExit(kill);
  signal.addEventListener("abort", kill, { once: true });
  finish.addEventListener("abort", end, { once: true });
  if (finish.aborted) end();
  try {
    const ended = await new Promise<string>((resolve) => {
      child.on("error", ({ message }) => resolve(message));
      // What left the group may hold the output open.
      child.on("exit", () => {
        kill();
        setTimeout(() => child.stderr.destroy(), 500).unref();
      });
      child.on("close", (code, killed) => resolve(`it ended with ${code ?? killed}`));
    });
    signal.throwIfAborted();
    if ((await sizeOf(output)) > emptyBytes) return;
    const said = fit(oneLine(errors.trim().split("\n").at(-1) ?? ""), 200);
    throw new HermesError(
      `The recording is empty: ${said === "" ? `${oneLine(program)}: ${ended}` : said}.`,
      {
        code: "CLI_RECORDING_FAILED",
        hint: "Check the microphone, or set voice.record_command.",
      },
    );
  } finally {
    clearTimeout(ending);
    clearTimeout(killing);
    forget();
    signal.removeEventListener("abort", kill);
    finish.removeEventListener("abort", end);
  }
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // All of them have ended.
  }
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
