/** A question to a person: may this happen? */
export interface ApprovalRequest {
  /** Of the approval: by it the answer is given, from wherever it comes. */
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  /** On whose behalf the call is made. */
  readonly userId?: string | undefined;
  readonly tool: string;
  /** What rules call it: `terminal.run`, `file.write`, … */
  readonly action: string;
  /** Whether a script makes the call, and not the model itself. */
  readonly byScript?: boolean | undefined;
  /** What would happen: the command just as it was given, with its line breaks, or the tool with the path that would be written. Spans count in it. */
  readonly summary: string;
  /** Why it is asked, as one plain sentence. */
  readonly reason: string;
  /** Each finding; `span` is its place in `summary`, in UTF-16 units. */
  readonly findings?: readonly ApprovalFinding[] | undefined;
  /** What a file would become, as a unified diff; for a command, the scripts that it runs, as lines that stay. */
  readonly diff?: string | undefined;
  /** The rule that the answer "always" would write, as a person reads it. Absent: it can't be allowed for good. */
  readonly rule?: string | undefined;
  /** Then it is a no. Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

export interface ApprovalFinding {
  readonly id: string;
  readonly reason: string;
  readonly span?: { readonly start: number; readonly end: number } | undefined;
}

/** An answer as it is kept. */
export type ApprovalDecision =
  | {
      readonly approved: true;
      /** `always` where the request has no `rule` counts as `session`. */
      readonly scope: "once" | "session" | "always";
    }
  | { readonly approved: false; readonly reason: string };

/** What an approver says at once. */
export type ApprovalAnswer = ApprovalDecision & {
  /** Who said so, such as `telegram:1234`. @default the user or the platform of the call */
  readonly actor?: string | undefined;
  /** The trial run that was looked at: it is made real instead of running the call. */
  readonly staged?: StagedRun | undefined;
};

/** It was asked, and the answer comes later: it is given to the approval, perhaps in another process. */
export interface ApprovalPending {
  readonly pending: true;
}

/** A command that ran on a copy: what it printed and what it would change. Nothing has happened yet. */
export interface StagedRun {
  readonly output: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly changes: readonly StagedChange[];
}

export interface StagedChange {
  /** Absolute. */
  readonly path: string;
  readonly change: "created" | "changed" | "deleted";
}

export interface ApproverOptions {
  readonly signal: AbortSignal;
  /** Runs the command on a copy, without a network, to see its effects before the answer. Absent where that can't be done. */
  readonly stage?: (() => Promise<StagedRun>) | undefined;
}

/**
 * Asks a person. Must answer, and at once when nobody can be asked: `{ approved: false, reason }`; or say that the answer
 * comes later. Rejects only with the abort reason of `signal`, which is also aborted once somebody else has answered. To
 * ask through another session (a child through its parent), hand the request to that session's approver.
 */
export type Approver = (
  request: ApprovalRequest,
  options: ApproverOptions,
) => Promise<ApprovalAnswer | ApprovalPending>;
