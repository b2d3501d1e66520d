import { inputClosed } from "../remote/client-process.ts";
import type { TransportEnd, TransportProcess, TransportRequest } from "../remote/shell-transport.ts";
import { messageOf } from "./cloud-failure.ts";
import { goneWord } from "./cloud-transport.ts";
import { frameScript, inputLineStart, inputScript } from "./framed-script.ts";

/** A place that runs scripts to their end and gives their output as text. */
export interface TextPlace {
  /**
   * Runs a script in `sh`. Rejects when it can't be run or its end can't be learned.
   *
   * @returns The exit code, after all of the output was handed over.
   */
  run(script: string, options: RunTextOptions): Promise<number>;
  /** Whether an error of `run` says that the place is not there, and nothing was run. */
  isGone(error: unknown): boolean;
}

export interface RunTextOptions {
  readonly onOutput: (text: string) => void;
  readonly onErrors: (text: string) => void;
  /** Lets go of it on this side; the script may go on. */
  readonly signal: AbortSignal;
}

const keptErrorChars = 8_000;
/** Linux takes 128 KiB per argument; base64 makes four bytes of three. */
const partBytes = 90_000;

/** Runs a script over a `TextPlace` with what such a place lacks: bytes and input. */
export function startFramed(
  place: TextPlace,
  request: TransportRequest,
  variables: Readonly<Record<string, string>>,
): TransportProcess {
  return new FramedProcess(place, request, variables);
}

class FramedProcess implements TransportProcess {
  readonly ended: Promise<TransportEnd>;
  readonly #place: TextPlace;
  readonly #abort = new AbortController();
  /** Folder there that takes the input; rejects when the script ends before it was told. */
  readonly #inputFolder: Promise<string>;
  #tellFolder: (folder: string) => void = () => undefined;
  #early: Uint8Array[] | undefined = [];
  #listen = (bytes: Uint8Array): void => void this.#early?.push(bytes);
  /** Begin of a line whose end has not come. */
  #held = "";
  #errors = "";
  #hasEnded = false;
  #parts = 0;
  /** Input goes out in the order in which it was written. */
  #writing: Promise<void> = Promise.resolve();

  constructor(place: TextPlace, request: TransportRequest, variables: Readonly<Record<string, string>>) {
    this.#place = place;
    const script = frameScript({
      script: request.script,
      input: request.input,
      variables: request.needsVariables === true ? variables : {},
    });
    let refuse: (error: Error) => void = () => undefined;
    this.#inputFolder = new Promise((resolve, reject) => {
      this.#tellFolder = resolve;
      refuse = reject;
    });
    this.#inputFolder.catch(() => undefined);
    this.ended = this.#run(script).then((end) => {
      this.#hasEnded = true;
      refuse(inputClosed());
      return end;
    });
  }

  onOutput(listener: (bytes: Uint8Array) => void): void {
    this.#listen = listener;
    for (const bytes of this.#early ?? []) listener(bytes);
    this.#early = undefined;
  }

  write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    return this.#queue(async (folder) => {
      for (let from = 0; from < bytes.length; from += partBytes) {
        await this.#send(folder, bytes.subarray(from, from + partBytes));
      }
    });
  }

  async closeInput(): Promise<void> {
    // Who has ended or is gone reads nothing more in any case.
    await this.#queue((folder) => this.#send(folder, undefined)).catch(() => undefined);
  }

  abandon(): void {
    this.#abort.abort();
  }

  /** The connections of the kits can't be let go; they end with `abandon`. */
  unref(): void {}

  async #run(script: string): Promise<TransportEnd> {
    try {
      const exitCode = await this.#place.run(script, {
        onOutput: (text) => this.#take(text),
        onErrors: (text) => {
          this.#errors = (this.#errors + text).slice(-keptErrorChars);
        },
        signal: this.#abort.signal,
      });
      return { exitCode, errors: this.#errors };
    } catch (error) {
      const message = messageOf(error);
      const said = this.#place.isGone(error) ? `${goneWord}: ${message}` : message;
      return { exitCode: null, errors: `${this.#errors}\n${said}`.trim() };
    }
  }

  #take(text: string): void {
    const lines = (this.#held + text).split("\n");
    this.#held = lines.pop() ?? "";
    const pieces: Buffer[] = [];
    for (const line of lines) {
      if (line.startsWith(inputLineStart)) this.#tellFolder(line.slice(inputLineStart.length).trimEnd());
      else pieces.push(Buffer.from(line, "base64"));
    }
    if (pieces.length > 0) this.#listen(Buffer.concat(pieces));
  }

  #queue(work: (folder: string) => Promise<void>): Promise<void> {
    const done = this.#writing.then(async () => await work(await this.#inputFolder));
    this.#writing = done.catch(() => undefined);
    return done;
  }

  async #send(folder: string, data: Uint8Array | undefined): Promise<void> {
    if (this.#hasEnded) throw inputClosed();
    this.#parts += 1;
    const part = data === undefined ? { number: this.#parts } : { number: this.#parts, data };
    const exitCode = await this.#place.run(inputScript(folder, part), {
      onOutput: () => undefined,
      onErrors: () => undefined,
      signal: this.#abort.signal,
    });
    if (exitCode !== 0) throw inputClosed();
  }
}
