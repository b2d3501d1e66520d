import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import type { JailedCommand } from "../jail/jail.ts";
import type { SandboxLimits } from "../limits.ts";
import { CapturedText } from "./captured-text.ts";

export interface RunProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
  /** Called when the run is told to end before it has ended by itself. */
  readonly onStop: () => void;
}

export interface ProcessEnd {
  readonly ended: "by-itself" | "timeout" | "interrupted";
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** From the friendly signal to the other one. */
const graceMs = 5_000;
/** What a child left behind may hold the pipes; nobody waits for it. */
const drainMs = 200;

/** Runs one command in a process group of its own, and ends the group with it whatever happens. */
export async function runProcess(
  { command, cwd, inputs }: Pick<JailedCommand, "command" | "cwd" | "inputs">,
  options: RunProcessOptions,
): Promise<ProcessEnd> {
  const { env, limits, signal, onStop } = options;
  const [program, ...args] = command;
  if (program === undefined) throw new TypeError("There is no command.");
  const output = new CapturedText(limits.maxOutputChars);
  const errors = new CapturedText(limits.maxErrorChars);
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...inputs.map(() => "pipe" as const)],
  });
  const [, stdout, stderr, ...pipes] = child.stdio;
  if (!(stdout instanceof Readable && stderr instanceof Readable)) throw new TypeError("There are no pipes.");
  stdout.on("data", (chunk: Buffer) => output.write(chunk));
  stderr.on("data", (chunk: Buffer) => errors.write(chunk));
  for (const [index, pipe] of pipes.entries()) {
    if (!(pipe instanceof Writable)) continue;
    pipe.on("error", () => undefined); // It ended before it had read everything; its exit code says so.
    pipe.end(inputs[index]);
  }
  const closed = once(child, "close");
  const exited = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("exit", (...end) => resolve(end));
    child.once("error", reject);
  });

  let ended: ProcessEnd["ended"] = "by-itself";
  let kill: NodeJS.Timeout | undefined;
  const stop = (why: ProcessEnd["ended"]): void => {
    if (ended !== "by-itself") return;
    ended = why;
    onStop();
    killGroup(child.pid, "SIGTERM");
    kill = setTimeout(() => killGroup(child.pid, "SIGKILL"), graceMs);
  };
  const interrupt = (): void => stop("interrupted");
  const timeout = setTimeout(() => stop("timeout"), limits.timeoutMs);
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  try {
    const [exitCode, exitSignal] = await exited;
    killGroup(child.pid, "SIGKILL");
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
    return { ended, exitCode, exitSignal, output: output.end(), errors: errors.end() };
  } finally {
    clearTimeout(timeout);
    clearTimeout(kill);
    signal.removeEventListener("abort", interrupt);
    stdout.destroy();
    stderr.destroy();
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}
