import type { ModelEvent } from "../model.ts";
import type { AnswerDecoder } from "./answer-decoder.ts";

/** Takes the bytes of a body apart, wherever they are cut, and hands its data to a decoder. */
export interface BodyReader {
  push(bytes: Uint8Array): void;
  /** The body has ended. */
  end(): void;
}

export interface BodyReaderOptions {
  /** Takes what the decoder makes of the data. */
  readonly events: ModelEvent[];
  /** The error for a body that is no answer at all. */
  readonly refusal: (received: string) => Error;
}

export type OpenBodyReader = (decoder: AnswerDecoder, options: BodyReaderOptions) => BodyReader;
