import type { ContainerProcess } from "modal";
import { messageOf } from "../cloud/cloud-failure.ts";
import { goneWord } from "../cloud/cloud-transport.ts";
import { inputClosed } from "../remote/client-process.ts";
import type { TransportEnd, TransportProcess } from "../remote/shell-transport.ts";

const keptErrorChars = 8_000;
/** What is sent at once. */
const partBytes = 1_000_000;

/** A program in a sandbox of Modal. */
export class ModalProcess implements TransportProcess {
  readonly ended: Promise<TransportEnd>;
  readonly #starting: Promise<ContainerProcess<Uint8Array>>;
  #writer: Promise<WritableStreamDefaultWriter<Uint8Array>>;
  #abandon: () => void = () => undefined;
  #early: Uint8Array[] | undefined = [];
  #listen = (bytes: Uint8Array): void => void this.#early?.push(bytes);
  #errors = "";
  #hasEnded = false;

  constructor(starting: Promise<ContainerProcess<Uint8Array>>, input: boolean) {
    this.#starting = starting;
    this.#writer = starting.then(({ stdin }) => stdin.getWriter());
    this.#writer.catch(() => undefined);
    const abandoned = new Promise<TransportEnd>((resolve) => {
      this.#abandon = () => resolve({ exitCode: null, errors: "" });
    });
    this.ended = Promise.race([this.#run(input), abandoned]).then((end) => {
      this.#hasEnded = true;
      return end;
    });
  }

  onOutput(listener: (bytes: Uint8Array) => void): void {
    this.#listen = listener;
    for (const bytes of this.#early ?? []) listener(bytes);
    this.#early = undefined;
  }

  async write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    try {
      const writer = await this.#writer;
      for (let from = 0; from < bytes.length; from += partBytes) {
        if (this.#hasEnded) throw inputClosed();
        await writer.write(bytes.subarray(from, from + partBytes));
      }
    } catch (cause) {
      throw inputClosed(cause);
    }
  }

  async closeInput(): Promise<void> {
    // Who has ended or is gone reads nothing more in any case.
    await this.#writer.then((writer) => writer.close()).catch(() => undefined);
  }

  abandon(): void {
    this.#abandon();
  }

  /** The connection of the kit can't be let go; it ends with the backend. */
  unref(): void {}

  async #run(input: boolean): Promise<TransportEnd> {
    let process: ContainerProcess<Uint8Array>;
    try {
      process = await this.#starting;
    } catch (error) {
      return {
        exitCode: null,
        errors: isGone(error) ? `${goneWord}: ${messageOf(error)}` : messageOf(error),
      };
    }
    if (!input) await this.closeInput();
    try {
      const errors = new TextDecoder();
      await Promise.all([
        pump(process.stdout, (bytes) => this.#listen(bytes)),
        pump(process.stderr, (bytes) => {
          this.#errors = (this.#errors + errors.decode(bytes, { stream: true })).slice(-keptErrorChars);
        }),
      ]);
      return { exitCode: await process.wait(), errors: this.#errors };
    } catch (error) {
      return { exitCode: null, errors: `${this.#errors}\n${messageOf(error)}`.trim() };
    }
  }
}

async function pump(stream: AsyncIterable<Uint8Array>, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  for await (const bytes of stream) onBytes(bytes);
}

/** What Modal says of a sandbox that has ended, by the name of the error or the words of the service. */
function isGone(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return (
    /NotFoundError|ConflictError/.test(name) ||
    /NOT_FOUND|already (finished|terminated)/i.test(messageOf(error))
  );
}
