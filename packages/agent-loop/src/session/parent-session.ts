import type { Provenance, Transcript } from "@hermes/registry";

/** What an agent has from the session that it works for. */
export interface ParentSession {
  readonly sessionId: string;
  /** Whose environment its calls share, which outlives this agent. Absent: it has one of its own. */
  readonly taskId?: string | undefined;
  /** Untrusted sources of what it was asked to do. */
  readonly provenance?: readonly Provenance[] | undefined;
  /** What was said there. A person speaks to an agent without a parent alone: what this one is told was written by a model. */
  readonly transcript: () => Transcript;
}
