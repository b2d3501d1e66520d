import type { Agent } from "../agent.ts";
import type { ChildTasks } from "../delegate/child-tasks.ts";

/** A session as a controller needs it: its agent, and what is done when it closes. */
export interface ControlledSession extends AsyncDisposable {
  readonly id: string;
  readonly agent: Pick<
    Agent,
    | "run"
    | "continue"
    | "compress"
    | "context"
    | "openCalls"
    | "steer"
    | "pendingSteer"
    | "usage"
    | "childUsage"
    | "messages"
    | "head"
  >;
  /** Those that work for it. Absent: it can't have any. */
  readonly children?:
    | Pick<ChildTasks, "start" | "list" | "get" | "interrupt" | "running" | "activityOf">
    | undefined;
  /** True when the history was read from the journal. */
  readonly resumed: boolean;
  /** Context window of its model, in tokens. */
  readonly contextWindow?: number | undefined;
  /** Lets the model save what is worth remembering. @returns What was saved. Never throws. */
  saveFacts?(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** What differs in the working folder from its last commit. Absent: not known here. */
  changes?(options: { readonly signal: AbortSignal }): Promise<WorkingChanges>;
}

/** Which session is opened. */
export interface SessionChoice {
  /** An id, a title or words of one, or `latest`. Absent: a new session. */
  readonly resume?: string | undefined;
  /** A copy of it instead; `before`: with the messages before this place in its history. @default false */
  readonly branch?: boolean | { readonly before: number } | undefined;
}

export type WorkingChanges =
  /** `text`: a unified diff, empty where nothing differs. `missing`: one sentence on what is left out. */
  | { readonly ok: true; readonly text: string; readonly missing?: string | undefined }
  | { readonly ok: false; readonly reason: string };
