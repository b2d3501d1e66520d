import type { Message, Model, ModelRequest, ToolCallPart, ToolChoice, Usage } from "@hermes/models";
import type { DataSchema } from "@hermes/registry";

/** What a turn is asked for; said to an agent, it holds for each of its turns that says nothing else. */
export interface TurnOptions<
  Output extends DataSchema | undefined = DataSchema | undefined,
> extends Sampling {
  /**
   * The answer is data: a zod schema, another Standard Schema with a JSON Schema, or a JSON Schema. What does not fit goes back to the
   * model once; then the turn ends as `invalid-output`.
   *
   * @default the answer is text
   */
  readonly output?: Output | undefined;
  /**
   * `required` and a name count for the first request of a turn alone: it would never end else. `none` counts for all of them.
   *
   * @default "auto"
   */
  readonly toolChoice?: ToolChoice | undefined;
  /**
   * Asked before each request; undefined leaves it as it is. What it throws ends the turn as `refused`, with the code
   * `TURN_STEP_FAILED`.
   */
  readonly prepareStep?: ((step: StepContext) => StepAnswer | Promise<StepAnswer>) | undefined;
  /** Asked after each round of calls. True: the turn ends as `stopped`. What it throws ends it as what `prepareStep` throws does. */
  readonly stopWhen?: ((round: FinishedRound) => boolean | Promise<boolean>) | undefined;
}

/** How a model chooses its words; what one can't take is named by an `unsupported` event. */
export interface Sampling {
  /** 0 to 2. @default as the provider has it */
  readonly temperature?: number | undefined;
  /** Above 0, at most 1. @default as the provider has it */
  readonly topP?: number | undefined;
  /** A whole number: the same one gives the same answer more often. */
  readonly seed?: number | undefined;
  /** Texts at which an answer ends; they are no part of it. */
  readonly stop?: readonly string[] | undefined;
}

/** What is known before a request. */
export interface StepContext {
  /** Of this turn, from 1. */
  readonly round: number;
  /** The history so far, oldest first. */
  readonly messages: readonly Message[];
  /** Of this turn so far. */
  readonly usage: Usage;
  /** Which would be asked. */
  readonly model: Model;
  /** Aborted with the turn. */
  readonly signal: AbortSignal;
}

/** What is other in one request. */
export interface StepChoice extends Sampling {
  readonly model?: Model | undefined;
  /** Names of the tools that are described and can be called, of those that the session has. Other lists are other prefixes. */
  readonly tools?: readonly string[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly reasoningEffort?: ModelRequest["reasoningEffort"];
}

export type StepAnswer = StepChoice | undefined | void;

/** A round of calls that has ended. */
export interface FinishedRound {
  /** Requests of this turn so far. */
  readonly rounds: number;
  /** Of this turn so far. */
  readonly usage: Usage;
  /** Of the last answer; their results are in `messages`. */
  readonly calls: readonly ToolCallPart[];
  /** The history so far, oldest first. */
  readonly messages: readonly Message[];
}

/** Names of all of them. */
export const turnOptionNames: Readonly<Record<keyof TurnOptions, true>> = {
  output: true,
  toolChoice: true,
  temperature: true,
  topP: true,
  seed: true,
  stop: true,
  prepareStep: true,
  stopWhen: true,
};
