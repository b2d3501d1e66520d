import type { FinishReason, Message, ModelSwitch, Unsupported, Usage } from "@hermes/models";
import type { ApprovalRequest, NotRun, ShownResult, ToolTypes, toolTypes } from "@hermes/registry";
import type { SpendRefusal } from "./spending/spend-ledger.ts";
import type { TodoItem } from "./todo/todo-item.ts";

/** Why a turn ended. */
export type TurnEndReason =
  | "answered"
  | "budget-exhausted"
  | "interrupted"
  | "empty-answer"
  | "truncated"
  | "guardrail"
  | "content-filter"
  | "refused"
  | "spend-limit"
  /** Calls wait for a person: `continue()` goes on with them. */
  | "awaiting-approval"
  /** `stopWhen` said so. */
  | "stopped"
  /** The answer was to be data, and is none that fits, after a second try. */
  | "invalid-output"
  | "model-error";

/**
 * Everything that happens in a turn, as one stream. Serialisable; terminal, gateway, editors, transcripts and
 * tests are all readers of it. Of an agent whose tools are typed, `name` tells the type of `input` and `output`.
 */
export type AgentEvent<OneTool extends ToolTypes = ToolTypes, Data = unknown> =
  | { readonly type: "turn-start"; readonly sessionId: string; readonly turn: number }
  | { readonly type: "request-start"; readonly round: number }
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  /** The text and reasoning shown since the last `request-start` are void: the answer starts anew. */
  | { readonly type: "text-restart"; readonly reason: string }
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      /** HTTP status of the answer that failed. */
      readonly status?: number | undefined;
      /** The request that failed never left. */
      readonly unsent?: true | undefined;
    }
  /** Another model answers from here on. */
  | Omit<ModelSwitch, "charged">
  | {
      readonly type: "request-end";
      readonly round: number;
      readonly finishReason: FinishReason;
      readonly usage: Usage;
    }
  /** A message is in the journal. */
  | { readonly type: "message"; readonly message: Message }
  /**
   * Arguments of a call as the model writes them, before `tool-call-start`: the first piece has an empty text. Void after a
   * `text-restart`.
   */
  | {
      readonly type: "tool-call-delta";
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
    }
  /**
   * An answer that is to be data, as far as it has come: the whole value so far. Nothing of it is checked yet. Void after a
   * `text-restart`, after the next `request-start` (what did not fit is asked for again), and where the turn ends without `output`.
   */
  | { readonly type: "output-delta"; readonly value: unknown }
  /** The model can't take something of the request. */
  | Unsupported
  | HeadChanged
  | StartOf<OneTool>
  | {
      readonly type: "tool-call-progress";
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      /** The newest lines of its output, oldest first. */
      readonly lines?: readonly string[] | undefined;
      /** Of what in the call it is: a later one takes the place of an earlier one of the same. */
      readonly subject?: string | undefined;
      /** Id of a terminal of the editor, in which it goes on. */
      readonly terminal?: string | undefined;
    }
  | EndOf<OneTool>
  /** Someone is being asked; an answer comes through the approver. */
  | { readonly type: "approval-request"; readonly request: ApprovalRequest }
  /** Nobody is asked about it any more: it is answered, put off or withdrawn. */
  | { readonly type: "approval-end"; readonly id: string; readonly callId: string; readonly waitedMs: number }
  /** Something that the person's words mention was attached to them, or could not be. */
  | {
      readonly type: "mention";
      /** As it was typed. */
      readonly mention: string;
      readonly attached: boolean;
      /** What was attached, or why nothing was: one line for people. */
      readonly line: string;
    }
  /** A notice was delivered to the model. */
  | { readonly type: "notice"; readonly id: string; readonly text: string }
  /** The history is being shortened, which may take a while. An abort leaves it as it is. */
  | { readonly type: "compression-start"; readonly reason: "threshold" | "overflow" | "manual" }
  /** The history was shortened, from so many messages to so many. */
  | {
      readonly type: "compression";
      readonly before: number;
      readonly after: number;
      /** Of the next request: as the provider counted it, or estimated. */
      readonly tokens: { readonly before: number; readonly after: number };
      /** What was saved before anything was lost. */
      readonly saved?: readonly string[] | undefined;
    }
  | {
      readonly type: "warning";
      readonly code: string;
      readonly message: string;
      /** Of `BUDGET_NEARLY_USED`. */
      readonly budget?: SpendRefusal | undefined;
    }
  | TurnEnd<Data>;

/** A session was resumed by code whose prompt or tools are others than those it began with. */
export interface HeadChanged {
  readonly type: "head-changed";
  readonly prompt: boolean;
  /** Names. `changed`: same name, another description or other parameters. */
  readonly tools: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** From here on the new ones are sent; else those that the session began with. */
  readonly adopted: boolean;
}

type TypesOf<OneTool extends ToolTypes> = NonNullable<OneTool[typeof toolTypes]>;

/** Also of a call whose tool the agent has not got: it is not run, and has neither. */
type StartOf<OneTool extends ToolTypes> = ToolCallStart &
  (TypesOf<OneTool>["call"] | { readonly input?: undefined });

type EndOf<OneTool extends ToolTypes> = ToolCallEnd &
  (TypesOf<OneTool>["result"] | { readonly output?: undefined });

export interface ToolCallStart {
  readonly type: "tool-call-start";
  readonly callId: string;
  readonly name: string;
  readonly emoji: string;
  /** A short phrase for people, such as the command or the path. */
  readonly detail?: string | undefined;
  /** The raw text of the arguments. */
  readonly arguments: string;
  /** The arguments as the tool takes them, before hooks change any. Absent: they do not fit, or the call is answered without it. */
  readonly input?: unknown;
}

export interface ToolCallEnd {
  readonly type: "tool-call-end";
  readonly callId: string;
  readonly name: string;
  readonly isError: boolean;
  /** Without the time that a person took to allow it. */
  readonly durationMs: number;
  /** What the model sees, without notes. */
  readonly content: string;
  /** What the tool returned, as JSON holds it. Absent: the call did not run, or it failed. */
  readonly output?: unknown;
  /** The call did not run; `cancelled`: it was interrupted before. */
  readonly notRun?: NotRun | "cancelled" | undefined;
  /** What people see of it and the model does not. */
  readonly shown?: ShownResult | undefined;
}

/** What a turn that reached its budget leaves behind. */
export interface UnfinishedWork {
  /** Items of the task list that are pending or in progress. */
  readonly todos: readonly TodoItem[];
  /** Calls of the last answer, whose results the model has not read. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly hasResult: boolean }[];
}

export interface TurnEnd<Data = unknown> {
  readonly type: "turn-end";
  readonly reason: TurnEndReason;
  /** The final text; empty when there is none. At `spend-limit`: all answers of the turn so far. */
  readonly text: string;
  readonly rounds: number;
  /** Of this turn, without that of `children`. */
  readonly usage: Usage;
  /**
   * Of the sessions that work for this one, those below them included: each run counts in the turn that tells of its end, by a
   * result or a notice. Absent: it told of none.
   */
  readonly children?: Usage | undefined;
  /** The answer as data, where it was asked for; `text` is then as the model wrote it. */
  readonly output?: Data;
  /** Where it ended as `spend-limit`: the budget, and what is left to do. */
  readonly budget?: SpendRefusal | undefined;
  readonly unfinished?: UnfinishedWork | undefined;
  /** Ids of the approvals that the turn waits for, where it ended so. */
  readonly awaiting?: readonly string[] | undefined;
  readonly error?:
    | {
        readonly code: string;
        readonly message: string;
        readonly hint?: string | undefined;
        /** Facts that a program finds a hint of its own by. */
        readonly data?: Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
}
