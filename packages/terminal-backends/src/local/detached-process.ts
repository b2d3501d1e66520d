import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { open, rm, rmdir, stat, truncate } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BackendProcess, ProcessHandle } from "../backend.ts";
import { SpawnedOutput } from "../spawned-output.ts";
import { startTimeOf } from "./process-identity.ts";
import { endProcessTree, killGraceMs } from "./process-tree.ts";
import type { DetachedLeader } from "./start-detached.ts";
import { inputClosed } from "./start-shell.ts";
import type { ShellExit } from "./start-shell.ts";

export interface DetachedProcessOptions {
  readonly folder: string;
  readonly leader: DetachedLeader;
  /** Environment entry of its processes. */
  readonly marker: string;
}

const pollMs = 100;
/** A file of output that grew beyond this is emptied once it was read. */
const maxFileBytes = 16_000_000;
const chunkBytes = 65_536;

/** A process that lives in a folder: started by this program or by an earlier one. */
export class DetachedProcess implements BackendProcess {
  readonly id: string;
  readonly pid: number;
  readonly handle: ProcessHandle;
  readonly exited: Promise<ShellExit>;
  /** Resolves when what it has said so far was read. */
  readonly caughtUp: Promise<void>;
  readonly #options: DetachedProcessOptions;
  readonly #output = new SpawnedOutput();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #position = 0;
  #left = false;

  constructor(options: DetachedProcessOptions) {
    this.#options = options;
    const keptAs = basename(options.folder);
    this.id = keptAs;
    this.handle = { keptAs };
    this.pid = options.leader.pid;
    this.caughtUp = this.#readNew();
    this.exited = this.caughtUp.then(() => this.#follow());
  }

  output(): string {
    return this.#output.toString();
  }

  onOutput(listener: (text: string) => void): () => void {
    return this.#output.listen(listener);
  }

  async write(text: string): Promise<void> {
    if (!this.#isAlive()) throw inputClosed();
    // Without waiting: a pipe that is full says so.
    const input = openSync(join(this.#options.folder, "in"), constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      writeSync(input, text);
    } catch (cause) {
      throw inputClosed(cause);
    } finally {
      closeSync(input);
    }
  }

  /** Its input is a pipe that others may write to later, so that it has no end but the one that a terminal would send. */
  async closeInput(): Promise<void> {
    throw inputClosed();
  }

  async kill(): Promise<void> {
    const groups = this.#isAlive() ? [this.pid] : [];
    await endProcessTree({ groups, marker: this.#options.marker }, killGraceMs);
    await this.exited;
  }

  async discard(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true });
    // The folder above goes with the last of them; it is not empty while there is another.
    await rmdir(dirname(this.#options.folder)).catch(() => undefined);
  }

  /** Stops to follow it; it goes on. */
  leave(): void {
    this.#left = true;
  }

  #isAlive(): boolean {
    return startTimeOf(this.pid) === this.#options.leader.startedAt;
  }

  async #follow(): Promise<ShellExit> {
    const exitFile = join(this.#options.folder, "exit");
    for (;;) {
      if (this.#left) return await new Promise<never>(() => undefined);
      // Asked before the output is read: what was written before the end is then all of it.
      const hasEnded = existsSync(exitFile) || !this.#isAlive();
      await this.#readNew();
      if (hasEnded) break;
      await delay(pollMs);
    }
    const rest = this.#decoder.decode();
    if (rest !== "") this.#output.append(rest);
    const exit = existsSync(exitFile) ? readFileSync(exitFile, "utf8") : undefined;
    return { exitCode: exit === undefined ? null : Number(exit) };
  }

  async #readNew(): Promise<void> {
    const file = join(this.#options.folder, "out");
    const sizeBytes = (await stat(file).catch(() => undefined))?.size ?? 0;
    // Emptied by us, or by a command that opened its own output anew.
    if (sizeBytes < this.#position) this.#position = 0;
    if (sizeBytes === this.#position) return;
    const handle = await open(file, "r");
    try {
      const buffer = new Uint8Array(chunkBytes);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, chunkBytes, this.#position);
        if (bytesRead === 0) break;
        this.#position += bytesRead;
        this.#output.append(this.#decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
      }
      if (this.#position > maxFileBytes) await truncate(file, 0);
    } finally {
      await handle.close();
    }
  }
}
