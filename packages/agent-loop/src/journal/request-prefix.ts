/**
 * How a request goes on where the one before it in its session ended. `none`: it says all that was said, and more. Else the
 * first thing that differs: what a provider kept in its cache is of use up to there. `compression`: the history was shortened.
 */
export type PrefixChange =
  | "first"
  | "none"
  | "compression"
  | "provider"
  | "model"
  | "settings"
  | "system"
  | "tools"
  | "message";

/** What a request began with, in fingerprints, and how it compares with the request before it. */
export interface RequestPrefix {
  readonly change: PrefixChange;
  /** Place of the first message that differs, from 1; only where `change` is `message`. */
  readonly message?: number | undefined;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly provider: string;
  readonly model: string;
  /** What a cache depends on beside the text. */
  readonly settings: string;
  /** How long the provider keeps the prefix, in milliseconds. Absent: not known. */
  readonly cacheTtlMs?: number | undefined;
  readonly system: string;
  readonly tools: string;
  /** How many messages are those of the request before. */
  readonly kept: number;
  /** Fingerprints of all messages behind these, joined. */
  readonly added: string;
}

/** What is known of a session's last request. */
export interface LastPrefix {
  readonly prefix: RequestPrefix;
  /** Fingerprints of all its messages, joined. */
  readonly messages: string;
  /** Whether the history was shortened since. */
  readonly compressed: boolean;
}
