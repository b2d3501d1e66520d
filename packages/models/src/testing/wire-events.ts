/** The events of an answer as they go over the wire. */
export interface WireEvents {
  readonly deltas: readonly string[];
  /** What says that the answer is complete. */
  readonly ending: readonly string[];
}
