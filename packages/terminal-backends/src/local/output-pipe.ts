import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";

/** One end to read from and one to hand to a child. */
export interface OutputPipe {
  readonly reader: Socket;
  /** For the child's stdout and stderr. Closed by `childStarted`. */
  readonly writeFd: number;
  childStarted(): void;
  /** Gives the pipe back. Only after the reader has seen its end. */
  recycle(): void;
}

/**
 * Pipes for the output of children.
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
    while (this.#free.length === 0) await this.#make();
    // The loop above has just seen that there is one.
    const path = this.#free.pop() as string;
    // The reading end first, and without waiting: a writer could not be opened before there is a reader.
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(path, constants.O_WRONLY);
    return {
      reader: new Socket({ fd: readFd, readable: true, writable: false }),
      writeFd,
      childStarted: () => closeSync(writeFd),
      recycle: () => this.#free.push(path),
    };
  }

  async #make(): Promise<void> {
    const paths = Array.from({ length: 8 }, () => join(this.#folder, `out-${++this.#made}`));
    await new Promise<void>((resolve, reject) => {
      execFile("mkfifo", ["-m", "600", ...paths], (cause) => {
        if (cause === null) resolve();
        else
          reject(
            new HermesError(`Cannot make pipes in ${this.#folder}.`, { code: "BACKEND_START_FAILED", cause }),
          );
      });
    });
    this.#free.push(...paths);
  }
}
