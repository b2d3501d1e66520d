import type { Provenance } from "@hermes/registry";

/** A remark whose text comes from somewhere. */
export interface CallRemark {
  readonly text: string;
  /** Untrusted sources of the text. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Who has something to say about results, such as what is known about an error. */
export interface CallRemarks {
  /** Asked once for each call that was dispatched, after it has ended. Must not throw. */
  noteAfterCall(call: {
    readonly callId: string;
    readonly name: string;
  }): string | undefined | Promise<readonly CallRemark[]>;
}
