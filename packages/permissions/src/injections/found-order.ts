import type { TextSpan } from "../secrets/text-span.ts";

/** A passage that was found, before anything is said about it. */
export interface FoundOrder extends TextSpan {
  readonly id: string;
  readonly reason: string;
}
