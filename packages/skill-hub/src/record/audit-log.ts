import { appendLine } from "@hermes/atomic-files";

/** One thing that was done, or refused. */
export interface AuditLine {
  readonly action: "install" | "update" | "uninstall" | "audit" | "publish" | "recover";
  readonly outcome:
    | "done"
    | "failed"
    | "blocked"
    | "declined"
    | "unconfirmed"
    | "invalid"
    | "taken"
    | "changed";
  readonly name: string;
  readonly reference?: string | undefined;
  readonly source?: string | undefined;
  readonly trust?: string | undefined;
  readonly verdict?: string | undefined;
  readonly hash?: string | undefined;
  readonly forced?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** Adds a line of JSON: untrusted names need no escaping of ours, and can't begin a line of their own. */
export function appendAudit(path: string, line: AuditLine, now: number): void {
  const { reason, ...rest } = line;
  const short = reason === undefined ? {} : { reason: reason.slice(0, 500) };
  appendLine(path, JSON.stringify({ at: new Date(now).toISOString(), ...rest, ...short }));
}
