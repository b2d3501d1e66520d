/** What was found about the place of the commands. */
export interface BackendFinding {
  readonly status: "ok" | "warning" | "failed";
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}
