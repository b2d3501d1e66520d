import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import { HermesError } from "@hermes/registry";
import { followOutput } from "./followed-output.ts";
import type { OutputPipe } from "./output-pipe.ts";
import { endProcessTree, killGraceMs } from "./process-tree.ts";

export interface StartShellOptions {
  readonly shell: Shell;
  readonly script: string;
  readonly scriptArguments: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Environment entry of its processes, which is a part of `env`. */
  readonly marker: string;
  /** What the command reads, to its end; open: what `writeInput` sends. Undefined: nothing. */
  readonly stdin?: string | Uint8Array | OpenInput | undefined;
  readonly pipe: OutputPipe;
  /** Decoded output, as it comes; also what children in the background write after the shell has ended. */
  readonly onText: (text: string) => void;
}

/** An input that stays open for `writeInput`. */
export interface OpenInput {
  readonly open: true;
}

export interface Shell {
  readonly path: string;
  readonly dialect: "bash" | "posix";
}

export interface ShellExit {
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
}

export interface RunningShell {
  /** Also the id of its process group. Behind a wall both are those that processes there know; undefined where all ended with it. */
  readonly pid: number | undefined;
  /** Resolves when the shell has ended and what it wrote was handed over. Children in the background may go on. */
  readonly ended: Promise<ShellExit>;
  /** Sends input to a shell whose input is open. @throws {HermesError} `BACKEND_PROCESS_ENDED`. */
  writeInput(text: string): Promise<void>;
  /** Ends the input. */
  closeInput(): Promise<void>;
  /** Lets this process end although children in the background hold the output open. */
  unref(): void;
  /** Ends the shell with whatever it started: TERM, then KILL. Resolves when nothing of it runs. */
  endTree(): Promise<void>;
}

/**
 * Starts a shell in a process group of its own, with both output streams in one pipe.
 *
 * @throws {HermesError} `BACKEND_START_FAILED`.
 */
export async function startShell(options: StartShellOptions): Promise<RunningShell> {
  const { shell, cwd, env, marker, stdin, pipe, onText } = options;
  const child = spawn(shell.path, shellArguments(options), {
    cwd,
    env,
    detached: true,
    stdio: [stdin === undefined ? "ignore" : "pipe", pipe.writeFd, pipe.writeFd],
  });
  pipe.childStarted();
  const output = followOutput(pipe, onText);
  const pid = child.pid;
  if (pid === undefined) throw await startFailure(child, shell);
  const exited = new Promise<ShellExit>((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, ...(signal === null ? {} : { signal }) }));
  });
  // A command need not read its input to the end.
  child.stdin?.on("error", () => undefined);
  if (!isOpenInput(stdin)) child.stdin?.end(stdin);
  return {
    pid,
    ended: exited.then(async (exit) => {
      await output.settled();
      return exit;
    }),
    writeInput: (text) => writeTo(child.stdin, text),
    closeInput: () => endInput(child.stdin),
    unref: () => output.unref(),
    endTree: () => endProcessTree({ groups: [pid], marker }, killGraceMs),
  };
}

function writeTo(input: Writable | null, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (input === null || !input.writable) {
      reject(inputClosed());
      return;
    }
    input.write(text, (cause) => (cause ? reject(inputClosed(cause)) : resolve()));
  });
}

/** Input that can't be delivered. */
export function inputClosed(cause?: unknown): HermesError {
  return new HermesError("The process has ended or its input is closed; nothing was sent.", {
    code: "BACKEND_PROCESS_ENDED",
    cause,
  });
}

async function endInput(input: Writable | null): Promise<void> {
  // The end itself is not waited for: who does not read may never take what comes before it.
  if (input !== null && !input.destroyed) input.end();
}

export function isOpenInput(stdin: StartShellOptions["stdin"]): stdin is OpenInput {
  return typeof stdin === "object" && "open" in stdin;
}

/** Runs a script without any start-up file; the word after it is the name in the shell's messages. */
export function shellArguments(
  options: Pick<StartShellOptions, "shell" | "script" | "scriptArguments">,
): string[] {
  const { shell, script, scriptArguments } = options;
  if (shell.dialect === "posix") return ["-c", script, "sh", ...scriptArguments];
  // Without `--norc` bash takes a socket as its input for a remote login and reads the person's start-up files.
  return ["--noprofile", "--norc", "-c", script, "bash", ...scriptArguments];
}

function startFailure(child: ChildProcess, shell: Shell): Promise<HermesError> {
  return new Promise((resolve) => {
    child.once("error", (cause) =>
      resolve(
        new HermesError(`Cannot start ${shell.path}: ${cause.message}.`, {
          code: "BACKEND_START_FAILED",
          cause,
        }),
      ),
    );
  });
}
