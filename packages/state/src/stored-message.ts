import type { Message, Usage } from "@hermes/models";

/** One message as it was written. */
export interface StoredMessage {
  /** Grows with every message of the store. */
  readonly id: number;
  readonly message: Message;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly model?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly usage?: Usage | undefined;
  /** Written by a compression, not said by anybody. */
  readonly fromCompression: boolean;
}
