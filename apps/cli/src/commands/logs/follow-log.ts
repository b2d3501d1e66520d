import { open, type FileHandle } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const lookMs = 300;

/** Follows a file from its end, also when it is put away and a new one begun. */
export class FollowedLog implements AsyncDisposable {
  readonly #path: string;
  #file: FileHandle | undefined;
  #at = 0;

  private constructor(path: string) {
    this.#path = path;
  }

  static async open(path: string): Promise<FollowedLog> {
    const log = new FollowedLog(path);
    log.#file = await openFile(path);
    log.#at = (await log.#file?.stat())?.size ?? 0;
    return log;
  }

  /** The whole lines that came since the last look. */
  async lines(): Promise<readonly string[]> {
    const found = [...(await this.#read())];
    const next = await openFile(this.#path);
    if (next !== undefined && (await this.#isOther(next))) {
      // What was written to the old one before it was put away.
      found.push(...(await this.#read()));
      await this.#file?.close();
      this.#file = next;
      this.#at = 0;
      found.push(...(await this.#read()));
    } else await next?.close();
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }

  async #isOther(next: FileHandle): Promise<boolean> {
    if (this.#file === undefined) return true;
    const [one, other] = await Promise.all([this.#file.stat(), next.stat()]);
    return one.ino !== other.ino || other.size < this.#at;
  }

  async #read(): Promise<readonly string[]> {
    if (this.#file === undefined) return [];
    const { size } = await this.#file.stat();
    if (size <= this.#at) return [];
    const { buffer, bytesRead } = await this.#file.read({
      buffer: Buffer.alloc(size - this.#at),
      position: this.#at,
    });
    // A character may be written in part: only whole lines are taken.
    const whole = buffer.subarray(0, bytesRead);
    const end = whole.lastIndexOf(0x0a) + 1;
    this.#at += end;
    return whole
      .subarray(0, end)
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "");
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  return await open(path, "r").catch(() => undefined);
}

/** Tells the lines that come to these logs, until it is aborted. Closes them. */
export async function followLogs(
  logs: readonly FollowedLog[],
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (lines: readonly string[]) => void },
): Promise<void> {
  try {
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- looks
      await pause(lookMs, undefined, { signal }).catch(() => undefined);
      // oxlint-disable-next-line no-await-in-loop
      for (const log of logs) tell(await log.lines());
    }
  } finally {
    await Promise.all(logs.map(async (log) => await log[Symbol.asyncDispose]()));
  }
}
