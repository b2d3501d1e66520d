import type { AssistantMessage, FinishReason, Model, Usage } from "@hermes/models";
import type { AgentEvent } from "../agent-event.ts";
import type { CompressionPreparation } from "../compressor.ts";
import type { HookRunner } from "../hooks/hook-runner.ts";
import type { LoopSettings } from "../loop-settings.ts";
import type { OutputForm } from "../output/output-form.ts";
import type { Session } from "../session/session.ts";
import type { Guardrails } from "../tools/guardrails.ts";
import type { TurnOptions } from "../turn-options.ts";
import type { EventChannel } from "./event-channel.ts";
import type { NoticeQueue } from "./notice-queue.ts";
import type { RequestTools } from "./request-tools.ts";
import type { Steering } from "./steering.ts";

/** Everything the steps of one turn share. The fields that change are counters; the history is in `session`. */
export interface TurnScope {
  readonly settings: LoopSettings;
  readonly session: Session;
  readonly events: EventChannel<AgentEvent>;
  readonly signal: AbortSignal;
  readonly steering: Steering;
  readonly notices: NoticeQueue;
  readonly guardrails: Guardrails;
  /** Undefined: there are none. */
  readonly hooks: HookRunner | undefined;
  /** The person's words that started the turn. */
  readonly userTask: string;
  readonly asks: TurnAsks;
  readonly requestTools: RequestTools;
  /** Of the request under way. */
  model: Model;
  /** Names of the tools that the answer to it can call. Undefined: those of the session. */
  offered?: ReadonlySet<string> | undefined;
  /** Requests sent so far. */
  rounds: number;
  usage: Usage;
  /** What was done for a compression that has not happened yet. */
  prepared?: Promise<CompressionPreparation> | undefined;
}

/** What this turn is asked for. */
export interface TurnAsks extends Omit<TurnOptions, "output"> {
  /** Undefined: the answer is text. */
  readonly output?: OutputForm | undefined;
}

/** What came of one request. */
export type RequestOutcome =
  | { readonly kind: "answer"; readonly message: AssistantMessage; readonly finishReason: FinishReason }
  /** A hook did not let it be sent. */
  | { readonly kind: "refused"; readonly why: string }
  /** Aborted; what was shown is in the history. */
  | { readonly kind: "interrupted"; readonly text: string }
  | { readonly kind: "failed"; readonly error: unknown; readonly text: string };
