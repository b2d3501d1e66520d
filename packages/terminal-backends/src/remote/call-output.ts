/** What the script around a command says about it, in the stream of its output. */
export type CallEvent =
  /** The command's shell runs under this process id, which is also its group unless it is in a pseudo terminal. */
  | { readonly type: "start"; readonly pid: number }
  | { readonly type: "text"; readonly text: string }
  /** The shell has ended. Text that follows is of children in the background. */
  | { readonly type: "end"; readonly status: number; readonly directory: string | undefined }
  /** Nothing was run, because the folder is not there; the nearest one above it is. */
  | { readonly type: "no-folder"; readonly nearest: string }
  /** Nothing was run, because the place does not know what was left there. */
  | { readonly type: "no-state" };

/** The two halves of a mark; put together in the stream alone, so that no list of processes shows it whole. */
export interface CallMark {
  readonly first: string;
  readonly second: string;
}

const recordSeparator = "\x1e";

/**
 * Takes a stream of output apart. What comes before the start, such as the greetings of a login, is left out.
 *
 * The end of the command comes in the stream of its output and not beside it, so that nothing of the output is missing
 * when the end is known, and nobody has to wait for children that hold the stream open.
 */
export class CallOutput {
  readonly #mark: Buffer;
  readonly #onEvent: (event: CallEvent) => void;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #held: Buffer = Buffer.alloc(0);
  #started = false;
  /** Said before the command started: what a place says that can't run it. */
  #noise = "";

  constructor(mark: CallMark, onEvent: (event: CallEvent) => void) {
    this.#mark = Buffer.from(recordSeparator + mark.first + mark.second);
    this.#onEvent = onEvent;
  }

  get noise(): string {
    return this.#noise;
  }

  feed(bytes: Uint8Array): void {
    let rest = this.#held.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#held, bytes]);
    for (;;) {
      const at = rest.indexOf(this.#mark);
      if (at < 0) break;
      const end = rest.indexOf(this.#mark, at + this.#mark.length);
      this.#text(rest.subarray(0, at));
      if (end < 0) {
        this.#held = Buffer.from(rest.subarray(at));
        return;
      }
      this.#record(rest.subarray(at + this.#mark.length, end).toString("utf8"));
      rest = rest.subarray(end + this.#mark.length);
    }
    const cut = this.#mayBeginAt(rest);
    this.#text(rest.subarray(0, cut));
    this.#held = Buffer.from(rest.subarray(cut));
  }

  /** The stream is at its end. */
  finish(): void {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    this.#text(rest);
    const text = this.#decoder.decode();
    if (text !== "" && this.#started) this.#onEvent({ type: "text", text });
  }

  #text(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (!this.#started) {
      this.#noise = (this.#noise + bytes.toString("utf8")).slice(-2_000);
      return;
    }
    const text = this.#decoder.decode(bytes, { stream: true });
    if (text !== "") this.#onEvent({ type: "text", text });
  }

  #record(record: string): void {
    const content = record.slice(1).replaceAll("\r\n", "\n");
    switch (record[0]) {
      case "S":
        this.#started = true;
        this.#onEvent({ type: "start", pid: Number(content) });
        break;
      case "E": {
        const [, status = "", saved, directory = ""] = /^(\d+) ([01]) ([\s\S]*)$/.exec(content) ?? [];
        const text = this.#decoder.decode();
        if (text !== "") this.#onEvent({ type: "text", text });
        this.#onEvent({
          type: "end",
          status: Number(status),
          directory: saved === "1" ? directory.replace(/\n$/, "") : undefined,
        });
        break;
      }
      case "N":
        this.#onEvent({ type: "no-folder", nearest: content });
        break;
      default:
        this.#onEvent({ type: "no-state" });
    }
  }

  /** Where a mark may begin whose end has not come yet. */
  #mayBeginAt(bytes: Buffer): number {
    const from = Math.max(0, bytes.length - this.#mark.length + 1);
    for (let at = bytes.indexOf(this.#mark.subarray(0, 1), from); at >= 0;) {
      if (bytes.subarray(at).equals(this.#mark.subarray(0, bytes.length - at))) return at;
      at = bytes.indexOf(this.#mark.subarray(0, 1), at + 1);
    }
    return bytes.length;
  }
}
