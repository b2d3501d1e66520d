import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { HermesError } from "@hermes/registry/errors";
import { enterHome, readEnvironment } from "./env.ts";
import { formatFailure, isUsageError, toFailure } from "./failure.ts";
import { exitCodes, Stop, type Host } from "./host.ts";
import { run } from "./program.ts";
import { enterProfile } from "./profile/enter-profile.ts";
import { workingFolder } from "./working-folder.ts";
import { cleanText } from "./render/clean-text.ts";
import { guardOutput } from "./render/guard-output.ts";

/** Runs one command line and ends the process with its exit code. The only place that touches `process`. */
export async function main(args: readonly string[]): Promise<void> {
  const words = await withoutProfile(args);
  const host = processHostOrExit();
  const code = await run(words, host);
  // What is written to a pipe may still be on its way, and may find that nobody reads it.
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  const { reason } = host.stopped;
  process.exit(reason instanceof Stop && !host.serves ? reason.exitCode : code);
}

/** Goes into the home of the profile that is used, before anything reads the environment. Gives the rest of the command line. */
async function withoutProfile(words: readonly string[]): Promise<readonly string[]> {
  try {
    const { args, home, warning } = await enterProfile(words, readEnvironment());
    if (home !== undefined) enterHome(home);
    if (warning !== undefined) process.stderr.write(`${cleanText(warning)}\n`);
    return args;
  } catch (error) {
    process.stderr.write(`${cleanText(formatFailure(toFailure(error)))}\n`);
    process.exit(isUsageError(error) ? exitCodes.usage : exitCodes.failed);
  }
}

interface ProcessHost extends Host {
  /** Whether being told to end is how the command ends. */
  readonly serves: boolean;
}

function processHostOrExit(): ProcessHost {
  try {
    return processHost();
  } catch (error) {
    process.stderr.write(`${formatFailure(toFailure(error))}\n`);
    process.exit(exitCodes.failed);
  }
}

function processHost(): ProcessHost {
  const stop = new AbortController();
  const stopWith = (message: string, code: number) => stop.abort(new Stop(message, code));
  const interruptListeners: (() => void)[] = [];
  const hangUpListeners: (() => void)[] = [];
  let serves = false;
  process.on("SIGTERM", () => stopWith("The process was told to end.", 143));
  process.on("SIGHUP", () => {
    const listener = hangUpListeners.at(-1);
    if (listener) listener();
    else stopWith("The terminal is gone.", 129);
  });
  process.on("SIGINT", () => {
    const listener = interruptListeners.at(-1);
    if (listener) listener();
    else process.exit(exitCodes.interrupted);
  });
  for (const output of [process.stdout, process.stderr]) {
    output.on("error", () => stopWith("Nobody reads the output any more.", exitCodes.brokenPipe));
  }
  for (const output of [process.stdout, process.stderr]) guardOutput(output);
  const env = readEnvironment();
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdinIsTerminal: isatty(0),
    stdinPipe: pipeAt(0),
    stdin: () => process.stdin,
    env,
    cwd: workingFolder({ cwd: currentFolder(), env }),
    stopped: stop.signal,
    onInterrupt: (listener) => listed(interruptListeners, listener),
    onHangUp: (listener) => listed(hangUpListeners, listener),
    suspend: () => void process.kill(0, "SIGTSTP"),
    onContinue: (listener) => listenTo("SIGCONT", listener),
    onExit: (listener) => listenTo("exit", listener),
    endsWhenStopped: () => void (serves = true),
    get serves() {
      return serves;
    },
    exit: (code) => process.exit(code),
  };
}

function pipeAt(descriptor: number): Host["stdinPipe"] {
  try {
    const input = fstatSync(descriptor);
    if (input.isSocket()) return "socket";
    return input.isFIFO() || input.isFile() ? "pipe" : undefined;
  } catch {
    // It is closed: nothing comes of it.
    return undefined;
  }
}

/** @returns What takes it away again. */
function listed(listeners: (() => void)[], listener: () => void): () => void {
  listeners.push(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
}

function listenTo(event: "SIGCONT" | "exit", listener: () => void): () => void {
  process.on(event, listener);
  return () => {
    process.off(event, listener);
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new HermesError("The folder you are in is gone.", {
      code: "CLI_FOLDER_GONE",
      hint: "Change to another folder and try again.",
      cause,
    });
  }
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write("", () => resolve()); // Called with an error too, when the reader is gone.
  });
}
