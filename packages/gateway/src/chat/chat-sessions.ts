import type { Clarifier } from "@hermes/agent-loop";
import type { ControlledSession, SessionChoice } from "@hermes/agent-loop/controller";
import type { Approver, Origin } from "@hermes/registry";

/** What somebody may have done, by who they are. */
export type Tier = "owner" | "user" | "guest";

/** What a session of a chat is opened with. */
export interface OpenChatSession {
  /** Goes on with this one; absent: a new one. */
  readonly resume?: string | undefined;
  /** A copy of it instead, as `/branch`, `/undo` and `/retry` make one. */
  readonly branch?: SessionChoice["branch"];
  readonly origin: Origin;
  readonly tier: Tier;
  readonly approver: Approver | null;
  readonly clarifier: Clarifier | null;
  /** Names of toolsets of the tier. */
  readonly toolsets?: readonly string[] | undefined;
  /** Whether nobody has set them: one that has no tool here is no mistake of a person. @default false */
  readonly areDefaultToolsets?: boolean | undefined;
  /** Whether they are the most that somebody may have: what the platform does not have is left out. @default false */
  readonly areToolsetsOfTier?: boolean | undefined;
  readonly folder?: string | undefined;
  readonly model?: string | undefined;
}

/** The session factory: the runtime in the app, something small in tests. */
export interface ChatSessions {
  /**
   * Opens a session, with its history read, and holds it until it is disposed of.
   *
   * @throws {SessionBusyError} `SESSION_BUSY` where another program has it.
   * @throws {HermesError} `RUNTIME_NO_SESSION` where there is none to resume.
   */
  open(request: OpenChatSession): Promise<ChatSession>;
}

export interface ChatSession extends ControlledSession {
  /** How many commands run in its background: it is not reset while some do. */
  readonly backgroundJobs: number;
}
