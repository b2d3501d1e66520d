/** @see https://spec.matrix.org/latest/client-server-api/#size-limits */
export const matrixLimits = {
  /**
   * UTF-16 units of HTML. An event has at most 65,536 bytes, and an edit holds its words four times (as HTML and as plain text, for
   * old clients and new ones), with three bytes for each unit.
   */
  text: 4_000,
  /** Homeservers allow few events a second. */
  editEveryMs: 2_000,
  /** What Synapse takes unless it is told otherwise. */
  fileBytes: 50_000_000,
  /** Of one room after a long absence: ten requests. */
  gapPages: 10,
  gapPage: 100,
  joinsPerSync: 10,
  /** How long a homeserver surely knows the id of a transaction again, in milliseconds. Synapse: half an hour. */
  transactionMs: 1_200_000,
} as const;
