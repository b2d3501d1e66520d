/** How a request goes on where the one before it ended; see `@hermes/agent-loop`, whose port this matches by shape. */
export interface RequestPrefix {
  readonly change:
    | "first"
    | "none"
    | "compression"
    | "provider"
    | "model"
    | "settings"
    | "system"
    | "tools"
    | "message";
  readonly message?: number | undefined;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly provider: string;
  readonly model: string;
  readonly settings: string;
  readonly cacheTtlMs?: number | undefined;
  readonly system: string;
  readonly tools: string;
  /** How many messages are those of the request before. */
  readonly kept: number;
  /** Fingerprints of all messages behind these, joined. */
  readonly added: string;
}

export interface LastPrefix {
  readonly prefix: RequestPrefix;
  readonly messages: string;
  /** Whether the history was shortened since. */
  readonly compressed: boolean;
}
