import type { Clarifier, MentionResult } from "@hermes/agent-loop";
import type { ControlledSession, ControllerPorts } from "@hermes/agent-loop/controller";
import type { Approver } from "@hermes/registry";
import type { EditorAccess } from "./editor-access.ts";

/** What an editor needs of a home. */
export interface AcpHome {
  /** Whether a model can be asked. Looks at the settings as they are now, as long as no session is open. */
  readiness(): Promise<Readiness>;
  /**
   * @throws {HermesError} `RUNTIME_NO_MODEL`; of one to go on with `RUNTIME_NO_SESSION`, or `SESSION_BUSY` where it is open elsewhere.
   */
  open(choice: OpenChoice): Promise<AcpSession>;
  /** The last active first. */
  list(page: SessionPage): Promise<readonly ListedSession[]>;
  /**
   * Deletes what is kept of a session; does nothing where there is none.
   *
   * @throws {HermesError} `SESSION_BUSY` where it is open.
   */
  delete(sessionId: string): Promise<void>;
}

export type Readiness =
  | { readonly ready: true; readonly provider: string; readonly model: string }
  /** `hint`: what to do. */
  | { readonly ready: false; readonly reason: string; readonly hint?: string | undefined };

export interface OpenChoice {
  /** Id of the session to go on with. Absent: a new one. */
  readonly resume?: string | undefined;
  /** Of a new one. @default a new id */
  readonly id?: string | undefined;
  /** Where the work is done; absolute. */
  readonly folder: string;
  /** Servers of the editor by their names, as `mcp_servers` of the settings writes them. */
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly approver: Approver;
  /** `null`: the editor can't ask. */
  readonly clarifier: Clarifier | null;
  /** Undefined: it offers nothing. */
  readonly editor: EditorAccess | undefined;
}

export interface AcpSession extends ControlledSession {
  /** In tokens. */
  readonly contextWindow: number;
  readonly ports: ControllerPorts;
  /** Texts that the person gives with their words: secrets are taken out, and what is too much for the window is left out. */
  attach(texts: readonly GivenText[]): Promise<readonly MentionResult[]>;
  facts(): Promise<SessionFacts>;
}

export interface GivenText {
  /** As people know it, such as its address. */
  readonly name: string;
  readonly text: string;
}

export interface SessionFacts {
  /** Empty where nothing was said yet. */
  readonly title: string;
  /** Milliseconds since 1970; undefined: nothing is kept yet. */
  readonly lastActiveAt: number | undefined;
  /** US dollars; undefined: not known. */
  readonly costUsd: number | undefined;
}

export interface SessionPage {
  /** Of this folder alone. */
  readonly folder?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ListedSession {
  readonly id: string;
  readonly folder: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly lastActiveAt: number;
}
