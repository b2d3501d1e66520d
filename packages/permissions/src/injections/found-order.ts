import type { TextSpan } from "@hermes/redaction";

/** A passage that was found, before anything is said about it. */
export interface FoundOrder extends TextSpan {
  readonly id: string;
  readonly reason: string;
}
