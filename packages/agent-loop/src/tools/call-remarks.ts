/** Who has something to say about results, such as what is known about an error. */
export interface CallRemarks {
  /** Asked once for each call that was dispatched, after it has ended. Must not throw. */
  noteAfterCall(call: { readonly callId: string; readonly name: string }): string | undefined;
}
