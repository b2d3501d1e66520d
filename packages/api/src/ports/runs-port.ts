import type { AgentEvent, TurnOptions } from "@hermes/agent-loop";
import type { QuestionInfo, RunningTurn } from "@hermes/client/contract";
import type { Message, ReasoningEffort, ToolDefinition, UserPart } from "@hermes/models";
import type { Origin, Provenance } from "@hermes/registry";

/** What readers of a session get: the events of its turns, and questions of `clarify`. */
export type SessionEvent =
  | AgentEvent
  | { readonly type: "question"; readonly question: QuestionInfo }
  /** Answered, skipped, or its turn has ended. */
  | { readonly type: "question-end"; readonly id: string };

/** An event, and what a reader that has it passes to go on behind it. */
export interface FollowedEvent {
  readonly cursor: string;
  readonly event: SessionEvent;
}

/** What a client's tool gave for a call. */
export interface ClientToolResult {
  readonly callId: string;
  readonly content: string;
  readonly isError?: boolean | undefined;
}

/** Tools that the client of a request runs itself. */
export interface ClientTools {
  /** Beside those of the agent. One with the name of another is refused before. */
  readonly definitions: readonly ToolDefinition[];
  /**
   * What came of calls that the last turn ended with: the turn goes on with them, and words that come beside them ride on the last
   * (`agent.continue`, then `agent.steer`). A call without one is answered as not run.
   */
  readonly results: readonly ClientToolResult[];
}

/** Text of an untrusted source, which a turn begins with beside the person's words. */
export interface AttachedData {
  readonly note: string;
  readonly source: Provenance;
}

export interface StartRun {
  /** One that there is goes on; any other id names a new session. Absent: a new id. */
  readonly sessionId?: string | undefined;
  /** `platform` is `api`, `userId` the name of the token, `entryPoint` the way in. */
  readonly origin: Origin;
  /** May go on with every session; otherwise only with those of the platform `api` with the same `userId`. */
  readonly isOwner: boolean;
  /** What the person says. Absent: the turn goes on with what waits, or was cut off. */
  readonly input?: readonly UserPart[] | undefined;
  /** What comes with those words and is not the person's own. */
  readonly attached?: AttachedData | undefined;
  /** What a new session begins with. */
  readonly history?: readonly Message[] | undefined;
  /** Name of a model. Absent: that of the session, or of the settings. */
  readonly model?: string | undefined;
  /** An extra layer over the agent's own prompt. A session that has begun keeps its own. */
  readonly instructions?: string | undefined;
  /**
   * A turn in which the model calls one of them ends after that round: such a call is in the message of the assistant and has no
   * result, and the end has the reason `awaiting-approval`. `createClientTools` makes them. A session that began with other tools is
   * to adopt these (`onChangedHead`).
   */
  readonly clientTools?: ClientTools | undefined;
  /** What the client asks of the answer. */
  readonly turn?:
    | Pick<TurnOptions, "output" | "seed" | "stop" | "temperature" | "toolChoice" | "topP">
    | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Whether it waits for the turns of the session before it. Otherwise `SESSION_BUSY`. */
  readonly wait: boolean;
  /** Its history came with the request and is not asked for again: lists need not show it. */
  readonly isTemporary?: boolean | undefined;
  /** Aborted before the turn has begun: it does not begin. Later it means nothing. */
  readonly signal: AbortSignal;
}

export interface StartedRun {
  readonly sessionId: string;
  /** The name of the model that answers. */
  readonly model: string;
  /** Passed to `follow`, it gives the turn from its first event. */
  readonly cursor: string;
}

/**
 * Turns, whoever reads them: a reader that goes leaves the turn as it is. What needs a permission or an answer of a person waits within
 * its turn, for as long as the settings say; `ApprovalsPort` and `answer` are how the answer comes.
 */
export interface RunsPort {
  /**
   * Resolves with the first event of the turn.
   *
   * @throws {HermesError} `SESSION_BUSY`; `SESSION_NOT_FOUND` where the session is not this user's; `NOTHING_TO_CONTINUE`;
   * `RUNTIME_NO_MODEL`, `RUNTIME_UNKNOWN_MODEL`; what the agent throws before its first event.
   */
  start(run: StartRun): Promise<StartedRun>;
  /**
   * What comes behind a cursor, up to the end of the turn, as `SessionStreams.follow` of `@hermes/ui` has it: from memory, else from
   * the journal, also while another process writes that.
   *
   * @param options.cursor Absent: from the beginning of the newest answer.
   * @throws {HermesError} `UI_BAD_CURSOR`, `SESSION_NOT_FOUND`. @throws the reason of `signal`.
   */
  follow(
    sessionId: string,
    options: { readonly cursor?: string | undefined; readonly signal: AbortSignal },
  ): AsyncIterable<FollowedEvent>;
  /** Told of each turn that begins in a session, here or in another process. Once too often does no harm. @returns What ends it. */
  watch(sessionId: string, onBegin: () => void): () => void;
  /** The turns that run here. */
  running(): readonly RunningTurn[];
  /** Hands words to the turn that runs. @returns false where none does. */
  steer(sessionId: string, text: string): Promise<boolean>;
  /** Ends the turn that runs. Resolves when it is over. @returns false where none did. */
  stop(sessionId: string): Promise<boolean>;
  /** Questions that wait, oldest first. */
  questions(): readonly QuestionInfo[];
  /**
   * Answers a question. The first answer holds.
   *
   * @param answer Undefined: the person skips it.
   * @returns false where it does not wait any more.
   */
  answer(questionId: string, answer: string | undefined): Promise<boolean>;
}
