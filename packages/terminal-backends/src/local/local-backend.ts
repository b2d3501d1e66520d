import { mkdir, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { CallWall, WallProfile } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import type {
  Backend,
  BackendCapabilities,
  BackendProcess,
  ExecOptions,
  ExecResult,
  ProcessHandle,
  SpawnOptions,
} from "../backend.ts";
import { CappedOutput } from "../capped-output.ts";
import { checkCommand } from "../check-command.ts";
import { SpawnedOutput } from "../spawned-output.ts";
import { findOrphan } from "./orphaned-process.ts";
import { startJailed } from "./jailed/start-jailed.ts";
import { detachJailed, detachOutside } from "./detach-process.ts";
import { DetachedProcesses } from "./detached-processes.ts";
import { LeftoverProcesses } from "./leftover-processes.ts";
import type { LocalBackendOptions } from "./local-backend-options.ts";
import { absolutePath } from "./local-task.ts";
import type { LocalTask } from "./local-task.ts";
import { openTask } from "./open-task.ts";
import { startTimeOf } from "./process-identity.ts";
import { endProcessTree, killGraceMs } from "./process-tree.ts";
import { removeFolder } from "./remove-folder.ts";
import { markerName } from "./shell-state.ts";
import { startOutside } from "./start-outside.ts";
import type { CommandToStart, StartedCommand } from "./started-command.ts";
import { SudoAskpass } from "./sudo-askpass.ts";
import { TaskFiles } from "./task-files.ts";
import { waitForShell } from "./wait-for-shell.ts";
import type { ShellOutcome } from "./wait-for-shell.ts";
import { Watchdog } from "./watchdog.ts";
import { openLocalResources } from "./local-resources.ts";
import type { LocalResources } from "./local-resources.ts";

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
const stateReadMs = 10_000;

class LocalBackend implements Backend {
  readonly kind = "local";
  readonly capabilities: BackendCapabilities = { pty: true, isolated: false, reattach: true };
  readonly #options: LocalBackendOptions;
  readonly #tasks = new Map<string, LocalTask>();
  /** Where tasks begin that have not begun. */
  readonly #starts = new Map<string, string>();
  readonly #kept: DetachedProcesses;
  readonly #sudo: SudoAskpass | undefined;
  readonly #leftBehind = new LeftoverProcesses();
  readonly #files = new TaskFiles({
    resolve: async (path, options) => await this.resolve(path, options),
    // Without a wall there is one `/tmp`, and no task has to be begun for it.
    temporary: (taskId) =>
      this.#profileOf(undefined) === "open" ? undefined : this.#task(taskId).jailed?.paths,
  });
  #resources: LocalResources | undefined;
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
    this.#kept = new DetachedProcesses(
      options.keepFolder ?? join(tmpDir, `hermes-kept-${process.getuid?.() ?? 0}`),
    );
  }

  async prepare({
    taskId,
    wall,
  }: {
    readonly taskId: string;
    readonly wall?: CallWall | undefined;
  }): Promise<void> {
    const profile = this.#profileOf(wall);
    if (profile !== "open") await this.#task(taskId).jailed?.prepare(profile);
  }

  async exec(command: string, options: ExecOptions): Promise<ExecResult> {
    const startedAt = performance.now();
    const output = new CappedOutput(options.maxOutputChars ?? defaultMaxOutputChars);
    const task = this.#task(options.taskId);
    let outcome: ShellOutcome = { timedOut: false, interrupted: true, exit: { exitCode: null } };
    let notices: readonly string[] = [];
    if (options.signal?.aborted !== true) {
      let collecting = true;
      const onText = (text: string): void => {
        if (!collecting) return;
        output.append(text);
        options.onOutput?.(text);
      };
      const started = await this.#start({ command, task, options, save: true, onText });
      try {
        const { timeoutMs = defaultTimeoutMs, signal } = options;
        outcome = await waitForShell(started.shell, { timeoutMs, signal });
        collecting = false;
        started.shell.unref();
        started.adopt();
        notices = started.notices(outcome.exit.exitCode === 0 ? "" : output.toString());
      } finally {
        started.finish();
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
      ...(notices.length === 0 ? {} : { notice: notices.join("\n") }),
    };
  }

  async spawn(command: string, options: SpawnOptions): Promise<BackendProcess> {
    if (options.keepAs !== undefined) return await this.#spawnDetached(command, options.keepAs, options);
    const task = this.#task(options.taskId);
    const output = new SpawnedOutput();
    const { shell, finish, isJailed } = await this.#start({
      command,
      task,
      options: { ...options, stdin: { open: true } },
      save: false,
      onText: (text) => output.append(text),
    });
    const exited = shell.ended.finally(() => {
      finish();
      this.#forgetEnded(task);
    });
    // Behind a wall its id means another process out here, and it ends with this program.
    const { pid } = shell;
    const startedAt = isJailed || pid === undefined ? undefined : startTimeOf(pid);
    return {
      id: `process-${++this.#processesMade}`,
      pid,
      handle: startedAt === undefined || pid === undefined ? undefined : { pid, startedAt },
      output: () => output.toString(),
      exited,
      onOutput: (listener) => output.listen(listener),
      write: (text) => shell.writeInput(text),
      closeInput: () => shell.closeInput(),
      kill: async () => {
        await shell.endTree();
        await exited;
      },
    };
  }

  async attach(handle: ProcessHandle): Promise<BackendProcess | undefined> {
    return "keptAs" in handle ? await this.#kept.attach(handle.keptAs) : findOrphan(handle);
  }

  startIn(folder: string, { taskId }: { readonly taskId: string }): void {
    this.#starts.set(taskId, folder);
  }

  async resolve(path: string, { taskId }: { readonly taskId: string }): Promise<string> {
    const { env } = this.#options;
    const cwd = this.#tasks.get(taskId)?.cwd ?? this.#starts.get(taskId) ?? this.#options.cwd;
    return absolutePath(path, { cwd, home: env["HOME"] });
  }

  readonly readFile: Backend["readFile"] = async (...asked) => await this.#files.readFile(...asked);
  readonly writeFile: Backend["writeFile"] = async (...asked) => await this.#files.writeFile(...asked);
  readonly stat: Backend["stat"] = async (...asked) => await this.#files.stat(...asked);
  readonly list: Backend["list"] = async (...asked) => await this.#files.list(...asked);
  readonly remove: Backend["remove"] = async (...asked) => await this.#files.remove(...asked);
  readonly rename: Backend["rename"] = async (...asked) => await this.#files.rename(...asked);

  async scratch({ taskId }: { readonly taskId: string }): Promise<string> {
    const { folder, jailed } = this.#task(taskId);
    // One that commands behind the wall see too.
    const scratch = join(jailed?.paths.root ?? folder, `scratch-${basename(folder)}`);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    return jailed?.paths.inside(scratch) ?? scratch;
  }

  async isBusy(taskId: string): Promise<boolean> {
    const task = this.#tasks.get(taskId);
    return task !== undefined && this.#leftBehind.isOf(task);
  }

  async release(taskId: string): Promise<void> {
    this.#starts.delete(taskId);
    const task = this.#tasks.get(taskId);
    if (task === undefined) return;
    this.#tasks.delete(taskId);
    task.released = true;
    const { state, groups, jailed } = task;
    await Promise.all([
      jailed?.end(),
      state.hasRun ? endProcessTree({ groups, marker: state.marker }, killGraceMs) : undefined,
    ]);
    await removeFolder(task.folder, { isUsed: jailed?.isOutlived === true });
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#kept.leave();
    await this.#sudo?.close();
    await Promise.all([...this.#tasks.keys()].map((taskId) => this.release(taskId)));
    const [resources, watchdog] = [this.#resources, this.#watchdog];
    [this.#resources, this.#watchdog] = [undefined, undefined];
    for (const folder of resources?.folders ?? []) await rm(folder, { recursive: true, force: true });
    await watchdog?.dismiss();
  }

  async #spawnDetached(command: string, keepAs: string, options: SpawnOptions): Promise<BackendProcess> {
    if (options.pty !== undefined) {
      throw new HermesError("A process in a pseudo terminal ends with the program that holds the terminal.", {
        code: "BACKEND_UNSUPPORTED",
        hint: "Leave out either of the two.",
      });
    }
    checkCommand(command, options);
    const [task, resources] = [this.#task(options.taskId), this.#open()];
    const profile = this.#profileOf(options.wall);
    const jailed = profile === "open" ? undefined : task.jailed;
    const start = { ...options, command, task, resources };
    const { finish, ...kept } =
      jailed === undefined || profile === "open"
        ? detachOutside(start, { fresh: task.jailed !== undefined })
        : detachJailed(start, jailed, profile);
    try {
      return await this.#kept.start(keepAs, kept);
    } finally {
      // The state may be read a moment later than the process says who it is.
      setTimeout(finish, stateReadMs).unref();
    }
  }

  async #start(start: CommandToStart): Promise<StartedCommand & { readonly isJailed: boolean }> {
    const { command, task, options } = start;
    checkCommand(command, options);
    const resources = this.#open();
    const profile = this.#profileOf(options.wall);
    const { jailed } = task;
    if (jailed !== undefined && profile !== "open") {
      return { ...(await startJailed({ ...start, jailed, profile })), isJailed: true };
    }
    const sudo = await this.#sudo?.environment(resources.folder, resources.env["PATH"]);
    const started = await startOutside({ ...start, resources, sudo, fresh: jailed !== undefined });
    const { pid } = started.shell;
    if (pid !== undefined) task.groups.add(pid);
    if (task.released) {
      // Released while the first pipes were being made: nobody else will end it.
      await endProcessTree({ groups: task.groups, marker: task.state.marker }, killGraceMs);
      started.finish();
      throw disposed();
    }
    this.#watch();
    return { ...started, isJailed: false };
  }

  #profileOf(wall: CallWall | undefined): WallProfile {
    const given = this.#options.wall;
    return given === undefined ? "open" : (wall?.profile ?? given.profile);
  }

  #task(taskId: string): LocalTask {
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return known;
    const task = openTask({
      ...this.#options,
      ...{ resources: this.#open(), taskId, number: `${++this.#tasksMade}` },
      onJails: () => this.#watch(),
    });
    task.cwd = this.#starts.get(taskId) ?? task.cwd;
    this.#tasks.set(taskId, task);
    return task;
  }

  #open(): LocalResources {
    if (this.#disposed) throw disposed();
    if (this.#resources !== undefined) return this.#resources;
    this.#resources = openLocalResources(this.#options);
    return this.#resources;
  }

  /** Tells the watchdog whom to end if this process dies now. */
  #watch(): void {
    const resources = this.#resources;
    if (resources === undefined) return;
    this.#watchdog ??= new Watchdog({
      folders: resources.folders,
      marker: `${markerName}=${resources.id}/`,
    });
    this.#watchdog.watch(
      [...this.#tasks.values()].flatMap(({ groups, jailed }) => [...groups, ...(jailed?.groups ?? [])]),
    );
  }

  #forgetEnded(task: LocalTask): void {
    task.forgetEndedGroups();
    this.#watch();
  }
}

function disposed(): HermesError {
  return new HermesError("The backend was disposed; nothing is run any more.", { code: "BACKEND_DISPOSED" });
}
