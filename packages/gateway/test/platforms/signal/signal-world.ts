export interface SentSignal {
  readonly timestamp: number;
  readonly method: string;
  /** As they were asked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly to: string;
  readonly text: string;
  readonly styles: readonly string[];
  readonly fileName?: string | undefined;
  readonly fileBytes?: number | undefined;
}

/** What happens to the next request of a method. */
export type SignalFault =
  | { readonly kind: "drop-after" }
  | { readonly kind: "error"; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: "http"; readonly status: number };

/** What the daemon of signal-cli has, as far as its HTTP interface shows it. */
export interface SignalWorld {
  readonly accounts: string[];
  readonly sent: SentSignal[];
  readonly typed: unknown[];
  readonly attachments: Map<string, Uint8Array>;
  readonly faults: Map<string, SignalFault[]>;
  /** Asked where no fault waits. */
  drawFault: ((method: string) => SignalFault | undefined) | undefined;
  /** Methods in the order in which they were asked. */
  readonly asked: string[];
  /** Number of an account that is linked next. */
  linkNext: string | undefined;
  /** Started with `-a`: it serves the one account, and can't list or link any. */
  isSingle: boolean;
}
