import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { markerName } from "./call-script.ts";
import { CallOutput } from "./call-output.ts";
import type { CallEvent, CallMark } from "./call-output.ts";
import { buildEndScript } from "./end-script.ts";
import { waitAtMost } from "./wait-at-most.ts";
import { notRun, PlaceLost, runScript } from "./run-script.ts";
import type { ShellTransport, TransportProcess } from "./shell-transport.ts";
import { whenEnded } from "./when-ended.ts";

export interface RemoteExit {
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  /** What the command left behind; undefined: nothing complete. */
  readonly directory?: string | undefined;
  /** The way there was cut while it ran. */
  readonly cut?: boolean | undefined;
}

export interface StartRemoteCallOptions {
  readonly transport: ShellTransport;
  readonly process: TransportProcess;
  readonly mark: CallMark;
  /** Value of the marking variable. */
  readonly marker: string;
  readonly onText: (text: string) => void;
}

/** The nearest folder that is there, instead of the one that a command was to start in. */
export class FolderMissing extends Error {
  readonly nearest: string;

  constructor(nearest: string) {
    super(`Nothing was run; ${nearest} is there.`);
    this.name = "FolderMissing";
    this.nearest = nearest;
  }
}

/** Time for a command to say that it runs, before it can be ended. */
const startMs = 10_000;
/** Time for the script around a command to say how it ended, when its processes are gone. */
const lastWordMs = 2_000;

export function newMark(): CallMark {
  const [first, second] = [randomBytes(6).toString("hex"), randomBytes(6).toString("hex")];
  return { first, second };
}

/** A command that runs in a place. */
export class RemoteCall {
  /** Resolves with the process id when the command runs. @throws {PlaceLost} {FolderMissing} It does not. */
  readonly started: Promise<number>;
  /** Resolves when the command's shell has ended and all of its output was handed over. */
  readonly exited: Promise<RemoteExit>;
  /** Set while its shell runs. */
  group: number | undefined;
  readonly #options: StartRemoteCallOptions;
  #killed = false;
  #resolveExit: (exit: RemoteExit) => void = () => undefined;
  #resolveStart: (pid: number) => void = () => undefined;
  #rejectStart: (error: Error) => void = () => undefined;
  #hasStarted = false;

  constructor(options: StartRemoteCallOptions) {
    this.#options = options;
    this.started = new Promise((resolve, reject) => {
      this.#resolveStart = resolve;
      this.#rejectStart = reject;
    });
    this.exited = new Promise((resolve) => (this.#resolveExit = resolve));
    // Who waits for the exit alone learns there that nothing ran.
    this.started.catch(() => undefined);
    const { process, mark } = options;
    const output = new CallOutput(mark, (event) => this.#on(event));
    process.onOutput((bytes) => output.feed(bytes));
    whenEnded(process.ended, (end) => {
      output.finish();
      if (!this.#hasStarted) this.#rejectStart(notRun(options.transport, end, output.noise));
      // The script around it was killed too, or the way there was cut.
      this.#finish({ exitCode: null, signal: this.#killed ? "SIGKILL" : undefined, cut: !this.#killed });
    });
  }

  /** Ends all that the command started. Resolves when nothing of it runs. */
  async kill(): Promise<void> {
    this.expectKill();
    const { transport, process, marker } = this.#options;
    // A command that is only about to start can't be found yet.
    await waitAtMost(startMs, Promise.race([this.started.catch(() => undefined), process.ended]));
    if (this.#hasStarted) {
      const groups = this.group === undefined ? [] : [this.group];
      const script = buildEndScript({ marker: `${markerName}=${marker}`, groups });
      await runScript(transport, script).catch(ignoreLost);
    }
    await this.settle();
  }

  /** Somebody else ends it. */
  expectKill(): void {
    this.#killed = true;
  }

  /** Waits for the last word of a command whose processes are gone, and lets go of it. */
  async settle(): Promise<void> {
    await waitAtMost(lastWordMs, this.exited);
    this.#finish({ exitCode: null, signal: "SIGKILL" });
    this.#options.process.abandon();
  }

  #on(event: CallEvent): void {
    const { onText } = this.#options;
    switch (event.type) {
      case "start":
        this.#hasStarted = true;
        this.group = event.pid;
        this.#resolveStart(event.pid);
        break;
      case "text":
        onText(event.text);
        break;
      case "end":
        this.#finish(exitOf(event.status, event.directory, this.#killed));
        break;
      case "no-folder":
        this.#rejectStart(new FolderMissing(event.nearest));
        break;
      case "no-state":
        this.#rejectStart(new PlaceLost("What was kept there between commands is gone."));
    }
  }

  #finish(exit: RemoteExit): void {
    this.group = undefined;
    this.#resolveExit(exit);
  }
}

/** A shell that was killed could save nothing: that tells its end from an exit code above 128. */
function exitOf(status: number, directory: string | undefined, killed: boolean): RemoteExit {
  const signal = status > 128 ? signalName(status - 128) : undefined;
  if (killed) return { exitCode: null, signal: signal ?? "SIGTERM" };
  if (directory === undefined && signal !== undefined) return { exitCode: null, signal };
  return { exitCode: status, directory };
}

function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, each]) => each === number)?.[0];
}

function ignoreLost(error: unknown): undefined {
  // Where the place is gone, nothing runs in it.
  if (!(error instanceof PlaceLost)) throw error;
  return undefined;
}
