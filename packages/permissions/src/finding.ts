/** Something that speaks against a call: a person is asked about it, or it is refused whatever anybody says. */
export interface Finding {
  /** Stable name of the kind, such as `delete.recursive` or `credentials.read`; rules, grants and audits name it. */
  readonly id: string;
  /** `ask`: a person may allow it. `refuse`: a hard limit. */
  readonly severity: "ask" | "refuse";
  /** One plain sentence for a person: what would happen, with the values. */
  readonly reason: string;
  /** Where in the command it stands, as offsets in UTF-16 units; absent where it speaks of no single place. */
  readonly span?: { readonly start: number; readonly end: number } | undefined;
}
