/** The events of an answer as they go over the wire, as text or as bytes. */
export interface WireEvents {
  readonly deltas: readonly (string | Uint8Array)[];
  /** What says that the answer is complete. */
  readonly ending: readonly (string | Uint8Array)[];
}
