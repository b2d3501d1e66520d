import type { Model, ModelRequest, OutputSchema, ToolChoice, ToolDefinition } from "@hermes/models";
import { HermesError, nearest } from "@hermes/registry";
import { checkStepChoice } from "../check-options.ts";
import { toolCallName, toolSearchName } from "../tools/waiting-tools.ts";
import type { Sampling, StepChoice } from "../turn-options.ts";
import { settleOrAbandon } from "./settle-or-abandon.ts";
import type { TurnScope } from "./turn-scope.ts";

/** What one request is made with. */
export interface Step extends Sampling {
  readonly model: Model;
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolChoice;
  readonly reasoningEffort: ModelRequest["reasoningEffort"];
  /** The form of the answer, where the model keeps to it by itself. */
  readonly output: OutputSchema | undefined;
  /** The tool that takes the answer, where it does not. */
  readonly answerTool: string | undefined;
}

export interface StepPlace {
  /** No answer has come in this turn. */
  readonly isFirst: boolean;
  /** The last one of a budget that is used up. */
  readonly isFinal: boolean;
}

/**
 * Asks the program what the next request is to be, and fixes what can be called until the one after it.
 *
 * @returns Undefined after an abort.
 * @throws {HermesError} `TURN_STEP_FAILED`
 */
export async function nextStep(scope: TurnScope, place: StepPlace): Promise<Step | undefined> {
  const { settings, session, asks, requestTools } = scope;
  const chosen = await choiceOf(scope);
  if (chosen === undefined) return undefined;
  const only = chosen.tools === undefined ? undefined : new Set(chosen.tools);
  const model = chosen.model ?? settings.model;
  const own = requestTools.of(session.tools, { only });
  const carried = session.tools.length > 0 ? own : requestTools.ofCalls(own, session.history);
  const takes = model.takesOutputSchemas;
  const isNative = takes === true || (takes === "without-tools" && carried.length === 0);
  const answerTool = asks.output === undefined || isNative ? undefined : freeName(scope);
  const extra = answerTool === undefined ? undefined : asks.output?.tool(answerTool);
  const described = requestTools.of(session.tools, { only, extra });
  const isUsed = described.length > 0 || session.tools.length > 0;
  const tools = isUsed ? described : carried;
  scope.model = model;
  scope.offered = only === undefined ? undefined : callable(scope, only);
  const { temperature, topP, seed, stop, reasoningEffort } = { ...asks, ...settings, ...chosen };
  return {
    ...{ model, tools, temperature, topP, seed, stop, reasoningEffort, answerTool },
    output: isNative ? asks.output?.schema : undefined,
    toolChoice: isUsed ? toolChoice(scope, { ...place, chosen, answerTool, described }) : "none",
  };
}

interface ChoicePlace extends StepPlace {
  readonly chosen: StepChoice;
  readonly answerTool: string | undefined;
  readonly described: readonly ToolDefinition[];
}

function toolChoice(
  { asks }: TurnScope,
  { isFirst, isFinal, chosen, answerTool, described }: ChoicePlace,
): ToolChoice {
  const wanted = chosen.toolChoice ?? (isFirst || asks.toolChoice === "none" ? asks.toolChoice : undefined);
  if (answerTool === undefined) return isFinal ? "none" : (wanted ?? "auto");
  if (typeof wanted === "object" && !isFinal) return wanted;
  // A model that can call nothing else is told the name: some take that more seriously.
  return isFinal || wanted === "none" || described.length === 1 ? { tool: answerTool } : "required";
}

async function choiceOf(scope: TurnScope): Promise<StepChoice | undefined> {
  const { settings, session, asks, signal, usage } = scope;
  const { prepareStep } = asks;
  if (prepareStep === undefined) return {};
  const context = {
    round: scope.rounds + 1,
    messages: session.history,
    usage,
    model: settings.model,
    signal,
  };
  const settled = await settleOrAbandon((async () => await prepareStep(context))(), signal);
  if (signal.aborted || settled.kind === "abandoned") return undefined;
  if (settled.kind === "thrown") throw stepFailed("prepareStep", settled.error);
  const chosen = settled.value || {};
  try {
    checkStepChoice(chosen);
  } catch (error) {
    throw stepFailed("prepareStep", error);
  }
  checkNames(scope, chosen);
  return withoutAbsent(chosen);
}

/** Asks the program whether the turn ends here. @throws {HermesError} `TURN_STEP_FAILED` */
export async function stopsHere(
  { asks: { stopWhen }, session, rounds, usage, signal }: TurnScope,
  calls: Parameters<NonNullable<TurnScope["asks"]["stopWhen"]>>[0]["calls"],
): Promise<boolean> {
  if (stopWhen === undefined || signal.aborted) return false;
  const round = { rounds, usage, calls, messages: session.history };
  const settled = await settleOrAbandon((async () => await stopWhen(round))(), signal);
  if (settled.kind === "thrown" && !signal.aborted) throw stepFailed("stopWhen", settled.error);
  return settled.kind === "value" && settled.value;
}

function checkNames({ session }: TurnScope, { tools = [], toolChoice: choice }: StepChoice): void {
  const known = session.tools.map(({ name }) => name);
  for (const name of [...tools, ...(typeof choice === "object" ? [choice.tool] : [])]) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const hint = near === undefined ? `there are ${known.join(", ") || "none"}` : `did you mean "${near}"?`;
    throw stepFailed("prepareStep", new Error(`no request describes a tool "${name}": ${hint}`));
  }
}

/** What waits behind a search can be called where the search can. */
function callable({ session }: TurnScope, only: ReadonlySet<string>): ReadonlySet<string> {
  const described = new Set(session.tools.map(({ name }) => name));
  const searches = only.has(toolSearchName) && only.has(toolCallName);
  return new Set([...session.offered].filter((name) => (described.has(name) ? only.has(name) : searches)));
}

function freeName({ session, settings: { registry } }: TurnScope): string {
  let name = "final_answer";
  for (let number = 2; session.offered.has(name) || registry.has(name); number++)
    name = `final_answer_${number}`;
  return name;
}

/** A field that is given as undefined is as good as none. */
function withoutAbsent(choice: StepChoice): StepChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}

function stepFailed(name: string, error: unknown): HermesError {
  const reason = error instanceof Error ? error.message : String(error);
  return new HermesError(`${name} failed: ${reason}`, {
    code: "TURN_STEP_FAILED",
    hint: "Mend the function that was given to the agent, or to this turn.",
    cause: error,
  });
}
