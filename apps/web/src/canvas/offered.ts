import { signal } from "@preact/signals";

/** What a page wants to send, and the person is asked about. */
export interface OfferedData {
  readonly json: string;
  /** When it was offered, as `performance.now()` says it. */
  readonly at: number;
  readonly send: () => void;
}

export const offered = signal<OfferedData | undefined>(undefined);
