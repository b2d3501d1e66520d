import type { OwnCommandOptions, OwnCommandResult } from "../backend/run-own-command.ts";
import type { Agent, AgentModel, MentionResult } from "@hermes/agent-loop";
import type { WorkingChanges } from "@hermes/agent-loop/controller";
import type { ChildTasks } from "@hermes/agent-loop/delegate";
import type { Model, ReasoningEffort } from "@hermes/models";

/** One session with everything it holds. */
export interface OpenSession extends AsyncDisposable {
  readonly id: string;
  readonly agent: Agent;
  /** What the next turn asks. */
  readonly model: Model;
  /** In tokens. */
  readonly contextWindow: number;
  /** How hard the next turn thinks; undefined: as the provider has it. */
  readonly effort: ReasoningEffort | undefined;
  /** The sessions that work for this one. */
  readonly children: SessionChildren;
  /** How many commands run in its background. */
  readonly backgroundJobs: number;
  /** Another model or effort, from the next turn on. */
  use(change: AgentModel): void;
  /** True when the history was read from the store. */
  readonly resumed: boolean;
  /**
   * A command that the person typed themselves: it runs where the commands of the session run, in the same folder, without a
   * question and outside of the wall. The model hears of it only what is then said to it.
   *
   * @throws {HermesError} where the place of work can't be reached; never for what the command does.
   */
  runOwn(command: string, options: OwnCommandOptions): Promise<OwnCommandResult>;
  /**
   * Attaches what was piped into the program, as a file that the person mentions: with secrets taken out, scanned, and at most
   * half of the context window.
   *
   * @returns Notes and provenance for the message it belongs to, or why it is not attached.
   */
  attachPiped(text: string): Promise<MentionResult | undefined>;
  /**
   * At the end of a session: lets the model save what is worth remembering, in at most one request and six seconds.
   * Asks only when the person said three things or more since memory was last written. The session stays as it
   * is. Never throws.
   *
   * @returns What was written.
   */
  saveFacts(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** What differs in the working folder from its last commit, without files that may not be read. */
  changes(options: { readonly signal: AbortSignal }): Promise<WorkingChanges>;
}

/** The children of a session. Those that run when it is closed are interrupted; they can be resumed when it is open again. */
export type SessionChildren = Pick<
  ChildTasks,
  | "running"
  | "activityOf"
  | "start"
  | "list"
  | "get"
  | "interrupt"
  | "sendInput"
  | "resume"
  | "settleOrphans"
  | "settled"
>;
