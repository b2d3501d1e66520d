import { Duplex } from "node:stream";
import { maxFrameBytes, windowBytes } from "./relay-frames.ts";
import type { Frame, FrameKind } from "./relay-frames.ts";

type Callback = (error?: Error | null) => void;

/** One connection that somebody made to a relay, as a stream. The other side may be hostile. */
export class RelayConnection extends Duplex {
  readonly #send: (kind: FrameKind, data?: Uint8Array) => void;
  /** Bytes that the other side takes now. */
  #credit: number = windowBytes;
  /** Bytes that came and were not yet asked for by whoever reads here. */
  #untaken = 0;
  #waiting: { readonly data: Buffer; readonly done: Callback } | undefined;

  constructor(send: (kind: FrameKind, data?: Uint8Array) => void) {
    super();
    this.#send = send;
  }

  /** What the relay says about this connection. */
  receive({ kind, data }: Frame): void {
    if (this.destroyed) return;
    if (kind === "data") {
      this.#untaken += data.length;
      if (this.#untaken > windowBytes) this.destroy();
      else this.push(data);
    } else if (kind === "end") this.push(null);
    else if (kind === "taken" && data.length === 4) {
      this.#credit = Math.min(this.#credit + data.readUInt32BE(0), windowBytes);
      this.#flush();
    } else this.destroy();
  }

  override _read(): void {
    if (this.#untaken === 0) return;
    const taken = Buffer.alloc(4);
    taken.writeUInt32BE(this.#untaken);
    this.#untaken = 0;
    this.#send("taken", taken);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Callback): void {
    this.#waiting = { data: chunk, done };
    this.#flush();
  }

  override _final(done: Callback): void {
    this.#send("end");
    done();
  }

  override _destroy(error: Error | null, done: Callback): void {
    if (!this.readableEnded || !this.writableFinished) this.#send("close");
    done(error);
  }

  #flush(): void {
    while (this.#waiting !== undefined && this.#credit > 0) {
      const { data, done } = this.#waiting;
      const part = data.subarray(0, Math.min(this.#credit, maxFrameBytes));
      this.#credit -= part.length;
      this.#send("data", part);
      this.#waiting = part.length === data.length ? undefined : { data: data.subarray(part.length), done };
      if (this.#waiting === undefined) done();
    }
  }
}
