import type { Message, ModelEvent, ModelRequest, UserMessage } from "@hermes/models";
import type { ApprovalAnswer, ApprovalRequest, Provenance, ToolHooks } from "@hermes/registry";
import type { TurnEnd } from "../agent-event.ts";
import type { CompressionInput, CompressionPreparation } from "../compressor.ts";
import type { SessionHead } from "../journal/session-journal.ts";
import type { AskedRequest, BegunTurn, RequestChange } from "./held-work.ts";

export interface HookContext {
  readonly sessionId: string;
  /** Aborted with the turn, and when the time of the callback is up. */
  readonly signal: AbortSignal;
}

/** What the hook looked at does not happen, for this reason. */
export interface HookRefusal {
  readonly block: string;
}

/** A system prompt with the untrusted sources of what a hook added to it. */
export interface HookedPrompt {
  readonly text: string;
  readonly provenance?: readonly Provenance[] | undefined;
}

/** What a callback may give; nothing leaves everything as it is. */
export type HookAnswer<Answer> = Answer | undefined | void | Promise<Answer | undefined | void>;

/**
 * What a part does at the steps of a session: the one port for it. Every callback is awaited, those of several hooks one
 * after another in the order given, each seeing what the one before made.
 *
 * A callback that can refuse or change something fails closed: when it throws or takes longer than `timeoutMs`, the step
 * does not happen. One that only watches can stop nothing: its failure is a warning event with the code `HOOK_FAILED`.
 *
 * The callbacks that begin with `around` hold the work itself, as middleware does: of several hooks the first is the outermost,
 * they have no time limit until the turn is interrupted (one that does not heed that is left alone after half a second), and what is set in the async context (`AsyncLocalStorage`) around `next` holds for all that the work
 * does.
 *
 * @example See examples/hooks.ts
 */
export interface AgentHooks {
  /** For warnings and refusals. */
  readonly name: string;
  /** How long one callback may take, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /** The first turn of this agent begins. Watches. */
  sessionStart?(
    session: { readonly head: SessionHead; readonly resumed: boolean },
    context: HookContext,
  ): HookAnswer<never>;
  /** The agent is closed, and its last turn has ended; only after `sessionStart`. Watches; a failure is told to `onWarning`. */
  sessionEnd?(session: { readonly head: SessionHead }, context: HookContext): HookAnswer<never>;
  /**
   * Words of the user come in; nothing is written yet. May put other words in their place, or refuse them. A turn that they were
   * to begin then ends with the reason `refused` and leaves nothing in the history; what was said while a turn runs is left
   * out, with the warning `HOOK_REFUSED`. Untrusted text that it adds is named in `provenance` of the message; what has none
   * counts as the user's.
   */
  messageIn?(message: UserMessage, context: HookContext): HookAnswer<UserMessage | HookRefusal>;
  /** A turn has ended, in whatever way, and its end is in the journal; people are told after it. Watches. */
  messageOut?(end: TurnEnd, context: HookContext): HookAnswer<never>;
  /**
   * The system prompt of a new session, or the one that a compression brings: asked when it is built and never again, so that
   * the prefix stays byte for byte. A session that is resumed asks too, to see what its program would begin with (`onChangedHead`), and
   * sends it only where it is adopted. May give another one. A failure keeps the session from starting; after a compression the
   * prompt stays as it was, with a warning. Untrusted text that it adds is named in `provenance`; what has none counts as the
   * program's own.
   */
  prompt?(system: string, context: HookContext): HookAnswer<string | HookedPrompt>;
  /** A request is about to be sent. May refuse it: the turn ends with the reason `refused`, and what was said stays. */
  modelRequest?(
    request: { readonly round: number } & Pick<ModelRequest, "system" | "tools" | "messages">,
    context: HookContext,
  ): HookAnswer<HookRefusal>;
  /**
   * Holds a turn from its beginning, before the session is read, to its end, which is in the journal and not told yet. What it gives
   * counts for nothing, and a second `next` gives the same turn. Where it fails before `next`, or does not call it, `run` throws
   * `HOOK_FAILED` and nothing was written; after that it is a warning. `next` rejects with what `run` throws.
   */
  aroundTurn?(turn: BegunTurn, next: () => Promise<TurnEnd>, context: HookContext): Promise<unknown>;
  /**
   * Holds a request from before its budget is reserved to the last event: those of turns, and what is asked beside them for the
   * session. Gives the events; the stream ends with `finish`. May send it otherwise (`next({ temperature: 0 })`; the prompt, the
   * tools and the messages are not in its hands), several times, where it declares what was shown void by `restart`, and not at
   * all: what it answers itself costs nothing. What is asked by `next` counts each time. It throws what `next` threw or another
   * `ModelError`; whatever else it throws ends the turn as `model-error` with the code `HOOK_FAILED`.
   */
  aroundModelRequest?(
    asked: AskedRequest,
    next: (change?: RequestChange) => AsyncIterable<ModelEvent>,
    context: HookContext,
  ): AsyncIterable<ModelEvent>;
  /** Holds a call, also one that a script makes. See `ToolHooks.around`. */
  readonly aroundToolCall?: ToolHooks["around"];
  /** A call is about to run, also one that a script makes; behind the hooks of the registry. See `ToolHooks.before`. */
  readonly beforeToolCall?: ToolHooks["before"];
  /** A call ran, also one that a script made. See `ToolHooks.after`. */
  readonly afterToolCall?: ToolHooks["after"];
  /**
   * The history is about to be shortened; once for each compression. Gives what the summary has to keep and what was saved
   * elsewhere. Can't refuse: a failure is the warning `COMPRESSION_UNPREPARED`.
   */
  beforeCompression?(
    compression: {
      readonly head: SessionHead;
      readonly messages: readonly Message[];
      readonly reason: CompressionInput["reason"];
    },
    context: HookContext,
  ): HookAnswer<CompressionPreparation>;
  /** The shortened history is in the journal. Watches. */
  afterCompression?(
    compression: { readonly head: SessionHead; readonly messages: readonly Message[] },
    context: HookContext,
  ): HookAnswer<never>;
  /** A person is about to be asked. May refuse in their place: they are not asked then. */
  approvalRequest?(request: ApprovalRequest, context: HookContext): HookAnswer<HookRefusal>;
  /** The answer is there, from the approver or a hook. Watches; one that is given to the approval later, or elsewhere, is in the log alone. */
  approvalAnswer?(
    approval: { readonly request: ApprovalRequest; readonly answer: ApprovalAnswer },
    context: HookContext,
  ): HookAnswer<never>;
}
