/**
 * Something that speaks against a call: a person is asked about it, or it is refused whatever anybody says. Decisions read
 * the fields; `reason` is for people and models alone.
 */
export interface Finding {
  /** Stable name of the kind, such as `delete.recursive` or `credentials.read`; rules, grants and audits name it. */
  readonly id: string;
  /** `ask`: a person may allow it. `refuse`: a hard limit. */
  readonly severity: "ask" | "refuse";
  /** One plain sentence to show: what would happen, with the values. */
  readonly reason: string;
  /** The path that is touched, absolute, on this machine. A rule that allows the path lifts the finding. */
  readonly path?: string | undefined;
  /** The simple command or code that it stands in, as it would run; absent where it speaks of no single one. */
  readonly command?: string | undefined;
  /** The script that it stands in, absolute; absent: the command itself. */
  readonly script?: string | undefined;
  /** For a refusal: what to do instead, as one sentence. */
  readonly advice?: string | undefined;
  /** Where in the command it stands, as offsets in UTF-16 units; absent where it speaks of no single place. */
  readonly span?: { readonly start: number; readonly end: number } | undefined;
}

/** What two findings must share to be the same: what they speak of, however it is told. */
export function identityOf({ id, severity, path, command, script }: Finding): string {
  return JSON.stringify([id, severity, path, command, script]);
}
