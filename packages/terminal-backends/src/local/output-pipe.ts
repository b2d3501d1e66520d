import { execFile } from "node:child_process";
import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";

/** One end to read from and one to hand to a child. */
export interface OutputPipe {
  readonly name: string;
  readonly reader: Socket;
  /** For the child's stdout and stderr. Closed by `childStarted`. */
  readonly writeFd: number;
  childStarted(): void;
  /** Gives the pipe back. Only after the reader has seen its end. */
  recycle(): void;
}

/** One end to write to, and one to hand to a child by its name. */
export interface InputPipe {
  readonly name: string;
  readonly writer: Socket;
  /** Once the child holds its end. Nobody else can open it then. */
  childStarted(): void;
}

/**
 * Pipes for the output of children, and for the input of those that are reached by the name of a pipe alone.
 *
 * The "pipe" of `child_process` is a socket, which cannot be opened by name: `echo oops > /dev/stderr`, common in
 * shell scripts, fails on it. So these are named pipes, made by one `mkfifo` for many, and used again.
 */
export class OutputPipes {
  readonly #folder: string;
  readonly #free: string[] = [];
  #made = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(): Promise<OutputPipe> {
    const name = await this.#take();
    const path = join(this.#folder, name);
    // The reading end first, and without waiting: a writer could not be opened before there is a reader.
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(path, constants.O_WRONLY);
    return {
      name,
      reader: new Socket({ fd: readFd, readable: true, writable: false }),
      writeFd,
      childStarted: () => closeSync(writeFd),
      recycle: () => this.#free.push(name),
    };
  }

  /** Makes some, for the next calls to find. */
  async prepare(): Promise<void> {
    if (this.#free.length === 0) await this.#make();
  }

  async openInput(): Promise<InputPipe> {
    const name = await this.#take();
    const path = join(this.#folder, name);
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    return {
      name,
      writer: new Socket({ fd: writeFd, readable: false, writable: true }),
      childStarted() {
        closeSync(readFd);
        // Used once: somebody in the background may go on reading from it.
        unlinkSync(path);
      },
    };
  }

  async #take(): Promise<string> {
    while (this.#free.length === 0) await this.#make();
    // The loop above has just seen that there is one.
    return this.#free.pop() as string;
  }

  async #make(): Promise<void> {
    const names = Array.from({ length: 8 }, () => `pipe-${++this.#made}`);
    const paths = names.map((name) => join(this.#folder, name));
    await new Promise<void>((resolve, reject) => {
      execFile("mkfifo", ["-m", "600", ...paths], (cause) => {
        if (cause === null) resolve();
        else
          reject(
            new HermesError(`Cannot make pipes in ${this.#folder}.`, { code: "BACKEND_START_FAILED", cause }),
          );
      });
    });
    this.#free.push(...names);
  }
}
