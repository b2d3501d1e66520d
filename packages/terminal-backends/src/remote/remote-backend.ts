import { HermesError } from "@hermes/registry";
import type {
  Backend,
  BackendCapabilities,
  BackendMount,
  BackendProcess,
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  SpawnOptions,
} from "../backend.ts";
import { CappedOutput } from "../capped-output.ts";
import { checkCommand } from "../check-command.ts";
import type { ListedNetwork } from "../local/local-wall.ts";
import { SpawnedOutput } from "../spawned-output.ts";
import { quoteShellWord } from "../shell-script.ts";
import { markerName } from "./call-script.ts";
import { inputClosed } from "./client-process.ts";
import { buildEndScript } from "./end-script.ts";
import { FolderMissing } from "./remote-call.ts";
import type { RemoteExit } from "./remote-call.ts";
import {
  listRemoteDirectory,
  readRemoteFile,
  removeRemotePath,
  renameRemotePath,
  statRemotePath,
  writeRemoteFile,
} from "./remote-files.ts";
import type { RemoteFilesContext } from "./remote-files.ts";
import { RemoteNetwork } from "./network/remote-network.ts";
import { RemoteSession } from "./remote-session.ts";
import { PlaceLost, runScript } from "./run-script.ts";
import { ScriptBatches } from "./script-batches.ts";
import type { ShellTransport } from "./shell-transport.ts";
import { startCall } from "./start-call.ts";
import type { StartedCall } from "./start-call.ts";
import { StopReason } from "./stop-reason.ts";
import { waitAtMost } from "./wait-at-most.ts";
import { whenEnded } from "./when-ended.ts";

export interface RemoteBackendOptions {
  readonly kind: string;
  readonly capabilities: BackendCapabilities;
  readonly transport: ShellTransport;
  /** Folder that every task starts in; made when it is missing. Undefined: where a shell starts there. */
  readonly cwd?: string | undefined;
  readonly mounts?: readonly BackendMount[] | undefined;
  readonly forwarded?: readonly string[] | undefined;
  /** Opens the network of each task by list, for a place that has no other. Absent: commands have that of the place. */
  readonly listedNetwork?: ListedNetwork | undefined;
  /** Shell code that the place runs at last, when the backend or the program that holds it is gone. */
  readonly cleanup?: string | undefined;
}

/**
 * A backend over any way to a POSIX shell elsewhere. Nothing is opened before the first call.
 *
 * What it needs there: `sh`, `env`, `mktemp`, `stat`, `grep`, `head`, and for processes that leave their group a
 * `setsid` and a `/proc`; a busybox has all of it. When this program dies, the place ends its commands by itself.
 */
export function createRemoteBackend(options: RemoteBackendOptions): Backend {
  return new RemoteBackend(options);
}

const defaultTimeoutMs = 180_000;
const defaultMaxOutputChars = 50_000;
const defaultTerminalSize = { columns: 120, rows: 30 };
/** Time for a command that was stopped to turn up, so that it can be ended. */
const lateStartMs = 10_000;

class RemoteBackend implements Backend {
  readonly kind: string;
  readonly capabilities: BackendCapabilities;
  readonly mounts: readonly BackendMount[];
  readonly forwarded: readonly string[];
  readonly #session: RemoteSession;
  readonly #batches: ScriptBatches;
  readonly #network: RemoteNetwork | undefined;
  #processesMade = 0;

  constructor(options: RemoteBackendOptions) {
    this.kind = options.kind;
    this.capabilities = options.capabilities;
    this.mounts = options.mounts ?? [];
    this.forwarded = options.forwarded ?? [];
    const { transport, cwd, cleanup, listedNetwork } = options;
    this.#network = listedNetwork === undefined ? undefined : new RemoteNetwork(listedNetwork);
    this.#session = new RemoteSession({ transport, cwd, cleanup });
    this.#batches = new ScriptBatches(this.#session.transport);
  }

  async exec(command: string, options: ExecOptions): Promise<ExecResult> {
    const startedAt = performance.now();
    const output = new CappedOutput(options.maxOutputChars ?? defaultMaxOutputChars);
    const stop = new StopReason(options.timeoutMs ?? defaultTimeoutMs, options.signal);
    try {
      const exit = stop.isRequested
        ? { exitCode: null }
        : await this.#run(command, options, stop, (text) => {
            output.append(text);
            options.onOutput?.(text);
          });
      const { exitCode, signal } = exit;
      return {
        output: output.toString(),
        exitCode,
        ...(signal === undefined ? {} : { signal }),
        timedOut: stop.timedOut,
        interrupted: stop.interrupted,
        outputChars: output.chars,
        truncated: output.truncated,
        durationMs: performance.now() - startedAt,
        cwd: this.#session.tasks.get(options.taskId)?.cwd ?? options.cwd ?? "~",
        ...(await this.#noticeOf(options.taskId, exit)),
      };
    } finally {
      stop[Symbol.dispose]();
    }
  }

  async spawn(command: string, options: SpawnOptions): Promise<BackendProcess> {
    if (options.keepAs !== undefined) {
      throw new HermesError(`Processes of the ${this.kind} backend end with the program that started them.`, {
        code: "BACKEND_UNSUPPORTED",
        hint: "Start it without the wish that it stays.",
      });
    }
    const output = new SpawnedOutput();
    const started = await this.#start(command, { ...options, input: "open", save: false }, (text) =>
      output.append(text),
    );
    const { call, process, pid } = started;
    let hasEnded = false;
    const exited = call.exited.then(({ exitCode, signal }) => {
      hasEnded = true;
      started.finish();
      return signal === undefined ? { exitCode } : { exitCode, signal };
    });
    return {
      id: `process-${++this.#processesMade}`,
      pid,
      output: () => output.toString(),
      exited,
      onOutput: (listener) => output.listen(listener),
      write: async (text) => {
        if (hasEnded) throw inputClosed();
        await process.write(text);
      },
      closeInput: () => process.closeInput(),
      kill: async () => {
        await call.kill();
        await exited;
      },
    };
  }

  startIn(folder: string, { taskId }: { readonly taskId: string }): void {
    this.#session.startIn(folder, taskId);
  }

  resolve(path: string, { taskId }: { readonly taskId: string }): Promise<string> {
    return this.#session.use(async (place) => this.#session.task(place, taskId).absolute(path));
  }

  readFile(
    path: string,
    options: FileOptions & { readonly maxBytes?: number | undefined },
  ): Promise<Uint8Array> {
    return this.#withFile(path, options, (context, file) => readRemoteFile(context, file, options.maxBytes));
  }

  writeFile(path: string, data: Uint8Array, options: FileOptions): Promise<void> {
    return this.#withFile(path, options, (context, file) => writeRemoteFile(context, file, data));
  }

  stat(path: string, options: FileOptions): Promise<FileStat | undefined> {
    return this.#withFile(path, options, statRemotePath);
  }

  list(path: string, options: FileOptions): Promise<readonly DirectoryEntry[]> {
    return this.#withFile(path, options, listRemoteDirectory);
  }

  remove(path: string, options: FileOptions & { readonly recursive?: boolean | undefined }): Promise<void> {
    const { recursive = false } = options;
    return this.#withFile(path, options, (context, file) => removeRemotePath(context, file, recursive));
  }

  async rename(from: string, to: string, options: FileOptions): Promise<void> {
    const target = await this.resolve(to, options);
    await this.#withFile(from, options, (context, file) => renameRemotePath(context, file, target));
  }

  scratch({ taskId }: { readonly taskId: string }): Promise<string> {
    return this.#session.use(async (place) => {
      const { folder } = this.#session.task(place, taskId);
      const scratch = `${folder}/scratch`;
      await runScript(this.#session.transport, `umask 077; mkdir -p -- ${quoteShellWord(scratch)}`);
      return scratch;
    });
  }

  async release(taskId: string): Promise<void> {
    const task = this.#session.forget(taskId);
    await this.#network?.release(taskId);
    if (task === undefined) return;
    task.released = true;
    const calls = [...task.calls];
    for (const call of calls) call.expectKill();
    const groups = calls.map(({ group }) => group).filter((group) => group !== undefined);
    const marker = `${markerName}=${task.id}/`;
    const script = buildEndScript({ marker, groups, remove: task.folder });
    await runScript(this.#session.transport, script).catch((error: unknown) => {
      // Where the place is gone, nothing of the task is left.
      if (!(error instanceof PlaceLost)) throw error;
    });
    await Promise.all(calls.map((call) => call.settle()));
  }

  async dispose(): Promise<void> {
    for (const task of this.#session.tasks.values()) for (const call of task.calls) call.expectKill();
    await this.#network?.close();
    await this.#session.dispose();
  }

  /** Runs a command to its end, or to the end that is asked for. */
  async #run(
    command: string,
    options: ExecOptions,
    stop: StopReason,
    onText: (text: string) => void,
  ): Promise<RemoteExit> {
    let collecting = true;
    const starting = this.#start(command, { ...options, input: options.stdin, save: true }, (text) => {
      if (collecting) onText(text);
    });
    const started = await Promise.race([starting, stop.requested]);
    if (started === undefined) return await this.#endLate(starting);
    const { call, process } = started;
    const stopped = stop.requested.then(() => endCall(started));
    const first = await Promise.race([call.exited, stopped]);
    // Its shell may be gone before the rest of what it started is.
    const exit = stop.isRequested ? await stopped : first;
    collecting = false;
    process.unref();
    started.finish();
    if (exit.directory !== undefined) started.adopt(exit.directory, options.cwd);
    return exit;
  }

  /** A command that was stopped before it said that it runs. */
  async #endLate(starting: Promise<StartedCall>): Promise<RemoteExit> {
    const killing = starting.then(endCall);
    killing.catch(() => undefined);
    const started = await waitAtMost(lateStartMs, starting);
    // What has turned up is ended before the call is over, however long that takes.
    return started === undefined ? { exitCode: null } : await killing;
  }

  #start(
    command: string,
    options: Pick<ExecOptions, "taskId" | "cwd" | "env" | "wall"> & {
      readonly input: ExecOptions["stdin"] | "open";
      readonly pty?: boolean | { readonly columns: number; readonly rows: number } | undefined;
      readonly save: boolean;
    },
    onText: (text: string) => void,
  ): Promise<StartedCall> {
    checkCommand(command, options);
    const pty = options.pty === true ? defaultTerminalSize : options.pty === false ? undefined : options.pty;
    if (pty !== undefined && !this.capabilities.pty) {
      throw new HermesError(`The ${this.kind} backend has no pseudo terminal.`, {
        code: "BACKEND_NO_PTY",
        hint: "Run the command without pty.",
      });
    }
    return this.#session.use(async (place) => {
      const task = this.#session.task(place, options.taskId);
      const { transport } = this.#session;
      const network = await this.#network?.enter(transport, options.taskId, options.wall);
      try {
        const plainLines = options.pty === true;
        const started = await startCall({
          command,
          ...options,
          env: { ...network?.environment, ...options.env },
          pty,
          task,
          transport,
          onText: plainLines ? (text) => onText(text.replaceAll("\r\n", "\n")) : onText,
        });
        this.#session.watch(place);
        if (network !== undefined) whenEnded(started.call.exited, () => network.close());
        return started;
      } catch (error) {
        network?.close();
        if (!(error instanceof FolderMissing)) throw error;
        throw folderMissing(error.nearest, options.cwd, task);
      }
    });
  }

  async #withFile<Value>(
    path: string,
    { taskId, signal }: FileOptions,
    work: (context: RemoteFilesContext, file: string) => Promise<Value>,
  ): Promise<Value> {
    signal?.throwIfAborted();
    return await this.#session.use((place) =>
      work(
        { transport: this.#session.transport, place, signal, batches: this.#batches },
        this.#session.task(place, taskId).absolute(path),
      ),
    );
  }

  async #noticeOf(taskId: string, exit: RemoteExit): Promise<{ readonly notice?: string }> {
    const lost = this.#session.takeNotice(taskId);
    const cut = exit.cut === true ? "The place of the command was lost while it ran." : undefined;
    const refused = (await this.#network?.takeNotices(taskId)) ?? [];
    const notice = [cut, lost, ...refused].filter((part) => part !== undefined).join(" ");
    return notice === "" ? {} : { notice };
  }
}

async function endCall({ call }: StartedCall): Promise<RemoteExit> {
  await call.kill();
  return await call.exited;
}

function folderMissing(
  nearest: string,
  givenCwd: string | undefined,
  task: { cwd: string; absolute(path: string): string },
): HermesError {
  if (givenCwd !== undefined) {
    return new HermesError(`There is no folder ${task.absolute(givenCwd)}; nothing was run.`, {
      code: "BACKEND_DIRECTORY_MISSING",
    });
  }
  const gone = task.cwd;
  task.cwd = nearest;
  return new HermesError(`The working directory ${gone} is gone; nothing was run.`, {
    code: "BACKEND_DIRECTORY_MISSING",
    hint: `The next command starts in ${nearest}.`,
  });
}
