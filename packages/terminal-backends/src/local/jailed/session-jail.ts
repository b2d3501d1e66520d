import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { isAbsolute } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import { followOutput } from "../followed-output.ts";
import type { InputPipe, OutputPipe } from "../output-pipe.ts";
import { endProcessTree, killGraceMs } from "../process-tree.ts";
import { noPty } from "../start-pty-shell.ts";
import { inputClosed, isOpenInput } from "../start-shell.ts";
import type { RunningShell, ShellExit, StartShellOptions } from "../start-shell.ts";
import { lineReader } from "../supervisor/lines.ts";
import type { StartRequest, SupervisorEvent, SupervisorRequest } from "../supervisor/messages.ts";
import { mountsOf } from "./mounts-of.ts";
import { parseEvent } from "./parse-event.ts";

export interface SessionJailOptions {
  /** Starts the jail with its supervisor. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Environment entry of the processes that make the jail, which is a part of `env`. */
  readonly marker: string;
  /** Ports that commands in it listen on; none when it has ended. */
  readonly onPorts: (ports: readonly number[]) => void;
}

export type JailCommand = Omit<StartRequest, "type" | "id" | "output" | "input"> &
  Pick<StartShellOptions, "stdin" | "onText" | "marker"> & {
    readonly outputPipe: OutputPipe;
    /** For a command that reads something. */
    readonly inputPipe: InputPipe | undefined;
  };

/** A shell in a jail. */
export interface JailedShell extends RunningShell {
  /** The working directory that it left behind, once it has ended. */
  readonly directory: () => string | undefined;
}

/** The folder that a command was to start in is not there. */
export class MissingFolder extends Error {
  readonly nearest: string;

  constructor(nearest: string) {
    super("The folder is not there.");
    this.nearest = nearest;
  }
}

interface Running {
  started(pid: number | undefined): void;
  failed(error: Error): void;
  ended(exit: ShellExit, directory: string | undefined): void;
}

/** Messages are small; a command has written over the supervisor. */
const maxLineChars = 200_000;
const maxErrorChars = 2_000;
/** How long a command may take to start, with the jail. */
const startMs = 20_000;
/** What a supervisor may take beyond the grace that it gives others. */
const answerMs = 2_000;

/**
 * One jail, with a supervisor that starts commands in it.
 *
 * Commands in the jail can do to the supervisor what they like, and so speak in its name. What is heard from it is
 * therefore believed about the jail alone: that a command has started or ended, what it left behind, what it listens on. If it
 * does not answer, the jail is ended from outside.
 */
export class SessionJail {
  readonly #process: ChildProcess;
  readonly #marker: string;
  readonly #running = new Map<number, Running>();
  /** Commands that are being ended. */
  readonly #ending = new Map<number, () => void>();
  readonly #exited: Promise<void>;
  #mounts: ReadonlySet<string> | undefined;
  #commands = 0;
  #errors = "";
  #isReady = false;
  #isOver = false;
  #isEnding = false;

  constructor({ command: [program = "", ...args], env, marker, onPorts }: SessionJailOptions) {
    this.#marker = marker;
    this.#process = spawn(program, args, { cwd: "/", env, detached: true, stdio: "pipe" });
    const { stdin, stdout, stderr } = this.#process;
    stdin?.on("error", () => undefined);
    stdout?.setEncoding("utf8").on(
      "data",
      lineReader((line) => this.#onData(parseEvent(line), onPorts), {
        maxChars: maxLineChars,
        tooLong: () => this.#kill(),
      }),
    );
    stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(0, maxErrorChars);
    });
    this.#exited = new Promise((resolve) => {
      const end = (): void => {
        if (this.#isOver) return;
        this.#isOver = true;
        onPorts([]);
        this.#abandon();
        resolve();
      };
      this.#process.once("error", (error) => {
        this.#errors ||= error.message;
        end();
      });
      this.#process.once("close", end);
      // A command may hold the pipes of the supervisor, though not for long: nothing in a jail outlives it.
      this.#process.once("exit", () => setTimeout(end, answerMs).unref());
    });
    this.#hold(false);
  }

  /** Undefined: it was not started at all. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** What it was made to hold is not held any more: its mounts are others than they were. */
  get isOutdated(): boolean {
    const made = this.#mounts;
    const mounts = made === undefined || this.#isOver ? undefined : mountsOf(this.pid);
    return mounts !== undefined && made !== undefined && [...made].some((mount) => !mounts.has(mount));
  }

  /** It ended, and nobody asked it to. */
  get wasLost(): boolean {
    return this.#isOver && !this.#isEnding;
  }

  /**
   * Starts a command.
   *
   * @throws {MissingFolder} When its working directory is not there.
   * @throws {HermesError} `BACKEND_START_FAILED` or `BACKEND_NO_PTY`.
   */
  async start({
    outputPipe,
    inputPipe,
    stdin,
    onText,
    marker,
    ...command
  }: JailCommand): Promise<JailedShell> {
    const id = ++this.#commands;
    const output = followOutput(outputPipe, onText);
    let directory: string | undefined;
    let hasEnded = false;
    let resolveExit: (exit: ShellExit) => void = () => undefined;
    const exited = new Promise<ShellExit>((resolve) => (resolveExit = resolve));
    const started = new Promise<number | undefined>((resolve, reject) => {
      this.#running.set(id, {
        started: resolve,
        failed: reject,
        ended: (exit, left) => {
          hasEnded = true;
          directory = left;
          resolveExit(exit);
        },
      });
    });
    this.#hold(true);
    const forget = (): void => {
      this.#running.delete(id);
      this.#rest();
    };
    inputPipe?.writer.on("error", () => undefined);
    if (this.#isOver) this.#abandon();
    this.say({ ...command, type: "start", id, output: outputPipe.name, input: inputPipe?.name });
    let pid: number | undefined;
    const limit = setTimeout(() => this.#kill(), startMs);
    try {
      pid = await started;
    } catch (error) {
      forget();
      inputPipe?.writer.destroy();
      throw error;
    } finally {
      clearTimeout(limit);
      outputPipe.childStarted();
      inputPipe?.childStarted();
    }
    if (stdin !== undefined && !isOpenInput(stdin)) inputPipe?.writer.end(stdin);
    const ended = exited.then(async (exit) => {
      inputPipe?.writer.destroy();
      await output.settled();
      return exit;
    });
    ended.then(forget, forget);
    return {
      pid,
      ended,
      directory: () => directory,
      writeInput: (text) =>
        new Promise((resolve, reject) => {
          if (hasEnded || inputPipe?.writer.writable !== true) reject(inputClosed());
          else inputPipe.writer.write(text, (cause) => (cause ? reject(inputClosed(cause)) : resolve()));
        }),
      closeInput: async () => void inputPipe?.writer.end(),
      unref: () => output.unref(),
      endTree: async () => {
        await this.#endCommand(id, marker);
        await exited;
      },
    };
  }

  say(request: SupervisorRequest): void {
    if (!this.#isOver) this.#process.stdin?.write(`${JSON.stringify(request)}\n`);
  }

  /** Ends everything in it: TERM, then KILL. Resolves when nothing of it runs. */
  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.#isOver) return;
    this.#hold(true);
    this.say({ type: "finish" });
    await Promise.race([this.#exited, delay(killGraceMs + answerMs, undefined, { ref: false })]);
    await this.#killAndWait();
  }

  async #endCommand(id: number, marker: string): Promise<void> {
    this.#hold(true);
    const gone = new Promise<boolean>((resolve) => this.#ending.set(id, () => resolve(true)));
    if (this.#isOver) this.#abandon();
    this.say({ type: "end", id, marker });
    const limit = delay(killGraceMs + answerMs, false, { ref: false });
    if (!(await Promise.race([gone, limit]))) await this.#killAndWait();
    this.#ending.delete(id);
    this.#rest();
  }

  #rest(): void {
    if (this.#running.size + this.#ending.size === 0) this.#hold(false);
  }

  #onData(event: SupervisorEvent | undefined, onPorts: SessionJailOptions["onPorts"]): void {
    if (event?.type === "ready") {
      this.#isReady = true;
      this.#mounts ??= mountsOf(this.pid);
    }
    if (event?.type === "ports" && !this.#isOver) onPorts(event.ports);
    if (event?.type === "gone") this.#ending.get(event.id)?.();
    if (event === undefined || !("id" in event) || event.type === "gone") return;
    const running = this.#running.get(event.id);
    if (running === undefined) return;
    if (event.type === "started") running.started(event.pid);
    else if (event.type === "failed") running.failed(this.#failure(event));
    else {
      const { exitCode, signal, cwd } = event;
      running.ended({ exitCode, ...(signal === null ? {} : { signal }) }, cwd ?? undefined);
    }
  }

  #failure({ reason, text }: Extract<SupervisorEvent, { readonly type: "failed" }>): Error {
    // What is no path can't be where the next command starts.
    if (reason === "directory") return new MissingFolder(isAbsolute(text) ? text : "/");
    if (reason === "pty") return noPty();
    return new HermesError(`Cannot start a command behind the wall: ${text}.`, {
      code: "BACKEND_START_FAILED",
    });
  }

  /** Nobody will say any more what became of the commands. */
  #abandon(): void {
    const error = new HermesError("The jail for commands could not be kept.", {
      code: "BACKEND_START_FAILED",
      hint: this.#errors.trim() || "Try again.",
    });
    for (const { started, failed, ended } of this.#running.values()) {
      // Where there was a supervisor, it may have run.
      if (this.#isReady) started(undefined);
      else failed(error);
      ended({ exitCode: null, signal: "SIGKILL" }, undefined);
    }
    for (const gone of this.#ending.values()) gone();
  }

  #kill(): void {
    if (this.#process.pid === undefined || this.#isOver) return;
    try {
      process.kill(-this.#process.pid, "SIGKILL");
    } catch {
      // Nothing of it is left.
    }
  }

  async #killAndWait(): Promise<void> {
    const { pid } = this.#process;
    if (pid === undefined) return;
    this.#kill();
    // The first process of a jail has ended when all others have.
    await endProcessTree({ groups: [pid], marker: this.#marker }, 0);
    await this.#exited;
  }

  /** Whether this program waits for it. */
  #hold(held: boolean): void {
    const { stdin, stdout, stderr } = this.#process;
    for (const each of [this.#process, stdin, stdout, stderr]) {
      // Pipes of a child are sockets underneath, which their type does not say.
      const method: unknown = each === null ? undefined : Reflect.get(each, held ? "ref" : "unref");
      if (typeof method === "function") method.call(each);
    }
  }
}
