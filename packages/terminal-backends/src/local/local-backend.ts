import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import type {
  Backend,
  BackendCapabilities,
  BackendProcess,
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  ProcessHandle,
  SpawnOptions,
} from "../backend.ts";
import { CappedOutput } from "../capped-output.ts";
import { checkCommand } from "../check-command.ts";
import { buildShellScript } from "../shell-script.ts";
import { SpawnedOutput } from "../spawned-output.ts";
import { findProcess } from "./found-process.ts";
import { KeptProcesses } from "./kept-processes.ts";
import {
  listDirectory,
  movePath,
  readWholeFile,
  removePath,
  statPath,
  writeFileAtomically,
} from "./local-files.ts";
import type { LocalWall } from "./local-wall.ts";
import { LocalTask, absolutePath, markerName } from "./local-task.ts";
import type { TaskCall } from "./local-task.ts";
import { startTimeOf } from "./process-identity.ts";
import { endProcessTree } from "./process-tree.ts";
import { startPtyShell } from "./start-pty-shell.ts";
import type { TerminalSize } from "./start-pty-shell.ts";
import { SudoAskpass } from "./sudo-askpass.ts";
import type { AskSudoPassword } from "./sudo-askpass.ts";
import { startShell } from "./start-shell.ts";
import type { RunningShell, StartShellOptions } from "./start-shell.ts";
import { killGraceMs, waitForShell } from "./wait-for-shell.ts";
import type { ShellOutcome } from "./wait-for-shell.ts";
import { Watchdog } from "./watchdog.ts";
import { openWorkshop } from "./workshop.ts";
import type { Workshop } from "./workshop.ts";

export interface LocalBackendOptions {
  /** Where every task starts. Absolute. */
  readonly cwd: string;
  /** The environment of this process; children get the harmless part of it. */
  readonly env: Environment;
  /** Path of a bash or of another POSIX shell. @default bash on the `PATH`, else sh */
  readonly shell?: string | undefined;
  /** Names to hand on although they are not known as harmless. */
  readonly passThrough?: readonly string[] | undefined;
  /** Names that are never handed on. Undefined: what looks like a secret and is not in `passThrough`. */
  readonly isSecretName?: ((name: string) => boolean) | undefined;
  /** Holds what processes need that outlive the program; for its owner alone. @default a folder beside the private one */
  readonly keepFolder?: string | undefined;
  /** Asks for the password when sudo needs one; kept in memory until it is refused or the backend disposed. @default `SUDO_PASSWORD` */
  readonly askSudoPassword?: AskSudoPassword | undefined;
  /** Puts commands behind a wall. Undefined: they have the rights of this process. */
  readonly wall?: LocalWall | undefined;
  /** Where the private folder for shell state is made. @default `TMPDIR`, else `/tmp` */
  readonly tmpDir?: string | undefined;
}

/**
 * Runs commands on this machine, each in a shell and a process group of its own.
 *
 * Nothing is started, made or read before the first call. `dispose` ends every process that a command left behind;
 * when this process dies first, however it dies, a watchdog does.
 *
 * @throws {HermesError} `BACKEND_UNSUPPORTED` on Windows.
 */
export function createLocalBackend(options: LocalBackendOptions): Backend {
  if (process.platform === "win32") {
    throw new HermesError(
      "The local backend does not run on Windows: it needs process groups and a POSIX shell.",
      {
        code: "BACKEND_UNSUPPORTED",
        hint: "Start Hermes inside WSL.",
      },
    );
  }
  return new LocalBackend(options);
}

const defaultTimeoutMs = 180_000;
const defaultMaxOutputChars = 50_000;
const defaultTerminalSize: TerminalSize = { columns: 120, rows: 30 };
const stateReadMs = 10_000;
/** Linux takes 128 KiB per argument, and a character has up to three bytes. */
const maxInlineCommandChars = 40_000;

class LocalBackend implements Backend {
  readonly kind = "local";
  readonly capabilities: BackendCapabilities = { pty: true, isolated: false, reattach: true };
  readonly #options: LocalBackendOptions;
  readonly #tasks = new Map<string, LocalTask>();
  readonly #kept: KeptProcesses;
  readonly #sudo: SudoAskpass | undefined;
  #workshop: Workshop | undefined;
  #watchdog: Watchdog | undefined;
  #tasksMade = 0;
  #processesMade = 0;
  #disposed = false;

  constructor(options: LocalBackendOptions) {
    this.#options = { ...options, cwd: resolve(options.cwd) };
    const { env, tmpDir = env["TMPDIR"] ?? "/tmp", askSudoPassword } = options;
    const given = env["SUDO_PASSWORD"];
    const ask = given === undefined ? askSudoPassword : async () => given;
    this.#sudo = ask === undefined ? undefined : new SudoAskpass(ask);
    this.#kept = new KeptProcesses(
      options.keepFolder ?? join(tmpDir, `hermes-kept-${process.getuid?.() ?? 0}`),
    );
  }

  async exec(command: string, options: ExecOptions): Promise<ExecResult> {
    const startedAt = performance.now();
    const output = new CappedOutput(options.maxOutputChars ?? defaultMaxOutputChars);
    const task = this.#task(options.taskId);
    let outcome: ShellOutcome = { timedOut: false, interrupted: true, exit: { exitCode: null } };
    if (options.signal?.aborted !== true) {
      let collecting = true;
      const call = task.begin();
      try {
        const shell = await this.#start({ command, task, call, options, save: true }, (text) => {
          if (!collecting) return;
          output.append(text);
          options.onOutput?.(text);
        });
        const { timeoutMs = defaultTimeoutMs, signal } = options;
        outcome = await waitForShell(shell, { timeoutMs, signal, marker: call.marker });
        collecting = false;
        shell.unref();
        task.adoptState(call, options.cwd);
      } finally {
        call.finish();
        this.#forgetEnded(task);
      }
    }
    const { exit, timedOut, interrupted } = outcome;
    return {
      output: output.toString(),
      ...exit,
      timedOut,
      interrupted,
      outputChars: output.chars,
      truncated: output.truncated,
      durationMs: performance.now() - startedAt,
      cwd: task.cwd,
    };
  }

  async spawn(command: string, options: SpawnOptions): Promise<BackendProcess> {
    if (options.keepAs !== undefined) return await this.#spawnKept(command, options.keepAs, options);
    const task = this.#task(options.taskId);
    const output = new SpawnedOutput();
    const call = task.begin();
    const start = {
      command,
      task,
      call,
      options: { ...options, stdin: { open: true } as const },
      save: false,
    };
    const shell = await this.#start(start, (text) => output.append(text)).catch((error: unknown) => {
      call.finish();
      throw error;
    });
    const exited = shell.ended.finally(() => {
      call.finish();
      this.#forgetEnded(task);
    });
    const startedAt = startTimeOf(shell.pid);
    return {
      id: `process-${++this.#processesMade}`,
      pid: shell.pid,
      handle: startedAt === undefined ? undefined : { pid: shell.pid, startedAt },
      output: () => output.toString(),
      exited,
      onOutput: (listener) => output.listen(listener),
      write: (text) => shell.writeInput(text),
      closeInput: () => shell.closeInput(),
      kill: async () => {
        await endProcessTree({ groups: [shell.pid], marker: call.marker }, killGraceMs);
        await exited;
      },
    };
  }

  async attach(handle: ProcessHandle): Promise<BackendProcess | undefined> {
    return "keptAs" in handle ? await this.#kept.attach(handle.keptAs) : findProcess(handle);
  }

  async resolve(path: string, { taskId }: { readonly taskId: string }): Promise<string> {
    const { cwd, env } = this.#options;
    return absolutePath(path, { cwd: this.#tasks.get(taskId)?.cwd ?? cwd, home: env["HOME"] });
  }

  async readFile(
    path: string,
    options: FileOptions & { readonly maxBytes?: number | undefined },
  ): Promise<Uint8Array> {
    return readWholeFile(await this.resolve(path, options), options);
  }

  async writeFile(path: string, data: Uint8Array, options: FileOptions): Promise<void> {
    await writeFileAtomically(await this.resolve(path, options), data, options);
  }

  async stat(path: string, options: FileOptions): Promise<FileStat | undefined> {
    return statPath(await this.resolve(path, options), options);
  }

  async list(path: string, options: FileOptions): Promise<readonly DirectoryEntry[]> {
    return listDirectory(await this.resolve(path, options), options);
  }

  async remove(
    path: string,
    options: FileOptions & { readonly recursive?: boolean | undefined },
  ): Promise<void> {
    await removePath(await this.resolve(path, options), options);
  }

  async rename(from: string, to: string, options: FileOptions): Promise<void> {
    await movePath(await this.resolve(from, options), await this.resolve(to, options), options);
  }

  async scratch({ taskId }: { readonly taskId: string }): Promise<string> {
    const { scratchFolder } = this.#task(taskId);
    await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
    return scratchFolder;
  }

  async release(taskId: string): Promise<void> {
    const task = this.#tasks.get(taskId);
    if (task === undefined) return;
    this.#tasks.delete(taskId);
    task.released = true;
    if (task.hasRun) await endProcessTree({ groups: task.groups, marker: task.marker }, killGraceMs);
    await rm(task.folder, { recursive: true, force: true });
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#kept.leave();
    await this.#sudo?.close();
    await Promise.all([...this.#tasks.keys()].map((taskId) => this.release(taskId)));
    const workshop = this.#workshop;
    const watchdog = this.#watchdog;
    this.#workshop = undefined;
    this.#watchdog = undefined;
    if (workshop !== undefined) await rm(workshop.folder, { recursive: true, force: true });
    await watchdog?.dismiss();
  }

  async #spawnKept(command: string, keepAs: string, options: SpawnOptions): Promise<BackendProcess> {
    if (options.pty !== undefined) {
      throw new HermesError("A process in a pseudo terminal ends with the program that holds the terminal.", {
        code: "BACKEND_UNSUPPORTED",
        hint: "Leave out either of the two.",
      });
    }
    checkCommand(command, options);
    const task = this.#task(options.taskId);
    const { shell, env } = this.#open();
    const cwd = task.directoryFor(options.cwd);
    const call = task.begin();
    try {
      const script = buildShellScript({
        commandFile: undefined,
        stateFile: call.stateFile,
        saveTo: undefined,
        env: options.env,
        cwd,
        dialect: shell.dialect,
        transient: [markerName],
      });
      return await this.#kept.start(keepAs, {
        shell,
        script,
        scriptArguments: [command],
        cwd,
        env: { ...(call.stateFile === undefined ? env : {}), PWD: cwd },
      });
    } finally {
      // The state may be read a moment later than the process says who it is.
      setTimeout(() => call.finish(), stateReadMs).unref();
    }
  }

  async #start(
    start: {
      readonly command: string;
      readonly task: LocalTask;
      readonly call: TaskCall;
      readonly options: Pick<ExecOptions, "cwd" | "env"> &
        Pick<StartShellOptions, "stdin"> & { readonly pty?: boolean | TerminalSize | undefined };
      readonly save: boolean;
    },
    onText: (text: string) => void,
  ): Promise<RunningShell> {
    const { command, task, call, options, save } = start;
    checkCommand(command, options);
    const { folder, pipes, shell, env } = this.#open();
    const sudo = await this.#sudo?.environment(folder, env["PATH"]);
    const cwd = task.directoryFor(options.cwd);
    const commandFile = command.length > maxInlineCommandChars ? call.storeCommand(command) : undefined;
    const script = buildShellScript({
      commandFile,
      stateFile: call.stateFile,
      saveTo: save ? call.saveTo : undefined,
      env: options.env,
      cwd,
      dialect: shell.dialect,
      transient: [markerName],
    });
    const started = {
      shell,
      script,
      scriptArguments: commandFile === undefined ? [command] : [],
      cwd,
      // What a state holds is everything: a variable that was unset must not come back.
      env: {
        ...(call.stateFile === undefined ? env : {}),
        ...sudo,
        PWD: cwd,
        [markerName]: call.markerValue,
      },
      stdin: options.stdin,
      onText,
    };
    const pty = options.pty === true ? defaultTerminalSize : options.pty;
    const running =
      typeof pty === "object"
        ? await startPtyShell({ ...started, size: pty, raw: options.pty !== true })
        : await startShell({ ...started, pipe: await pipes.open() });
    task.groups.add(running.pid);
    if (task.released) {
      // Released while the first pipes were being made: nobody else will end it.
      await endProcessTree({ groups: task.groups, marker: task.marker }, killGraceMs);
      throw disposed();
    }
    this.#watch();
    return running;
  }

  #task(taskId: string): LocalTask {
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return known;
    const { folder, id } = this.#open();
    const number = `${++this.#tasksMade}`;
    const { cwd, env } = this.#options;
    const task = new LocalTask({
      cwd,
      home: env["HOME"],
      folder: join(folder, number),
      id: `${id}/${number}`,
    });
    this.#tasks.set(taskId, task);
    return task;
  }

  #open(): Workshop {
    if (this.#disposed) throw disposed();
    if (this.#workshop !== undefined) return this.#workshop;
    this.#workshop = openWorkshop(this.#options);
    return this.#workshop;
  }

  /** Tells the watchdog whom to end if this process dies now. */
  #watch(): void {
    const workshop = this.#workshop;
    if (workshop === undefined) return;
    this.#watchdog ??= new Watchdog({ folder: workshop.folder, marker: `${markerName}=${workshop.id}/` });
    this.#watchdog.watch([...this.#tasks.values()].flatMap((task) => [...task.groups]));
  }

  #forgetEnded(task: LocalTask): void {
    task.forgetEndedGroups();
    this.#watch();
  }
}

function disposed(): HermesError {
  return new HermesError("The backend was disposed; nothing is run any more.", { code: "BACKEND_DISPOSED" });
}
