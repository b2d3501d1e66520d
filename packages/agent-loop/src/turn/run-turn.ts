import { ModelError, recoveryOf } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { AssistantMessage, FinishReason, ToolCallPart } from "@hermes/models";
import type { TurnEnd } from "../agent-event.ts";
import type { OutputForm } from "../output/output-form.ts";
import { noteToModel, textOf, toolCallsOf } from "../session/message-parts.ts";
import { refuseCalls, runToolBatch } from "../tools/tool-batch.ts";
import { compressHistory } from "./compress-history.ts";
import { overlapLength } from "./overlap-filter.ts";
import { nextStep, stopsHere } from "./next-step.ts";
import { recordMessage } from "./record-message.ts";
import { requestAnswer } from "./request-answer.ts";
import { takeAnswerCall, takeOutput } from "./take-output.ts";
import type { WrittenOutput } from "./take-output.ts";
import { awaitingEnd, endTurn, failedEnd, stepFailedEnd } from "./turn-end.ts";
import type { TurnScope } from "./turn-scope.ts";

const maxContinuations = 3;
const maxNudges = 2;
const maxCutCalls = 3;
const maxOverflows = 2;
const maxRepairs = 1;
/** Output limit up to which an answer that was cut off gets more room. */
const outputCeiling = 32_768;

/** What one turn remembers about answers that did not come out whole. */
interface Attempts {
  /** Text of the answer so far, when it is being continued. */
  shown: string;
  continuations: number;
  nudges: number;
  cutCalls: number;
  overflows: number;
  /** Of an answer that is to be data. */
  repairs: number;
  answers: number;
  /** Texts of the answers before the one under way. */
  said: readonly string[];
}

/** Rounds of request and tools until there is an answer or a reason to stop. */
export async function runTurn(scope: TurnScope): Promise<TurnEnd> {
  const counts = { continuations: 0, nudges: 0, cutCalls: 0, overflows: 0, repairs: 0, answers: 0 };
  const attempts: Attempts = { shown: "", said: [], ...counts };
  try {
    return await rounds(scope, attempts);
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "TURN_STEP_FAILED") throw error;
    return stepFailedEnd(scope, error, attempts.shown);
  }
}

async function rounds(scope: TurnScope, attempts: Attempts): Promise<TurnEnd> {
  for (;;) {
    const isFinal = scope.rounds >= scope.settings.maxRounds;
    const step = await nextStep(scope, { isFinal, isFirst: attempts.answers === 0 });
    if (step !== undefined) await compressHistory(scope, "threshold");
    if (step === undefined || scope.signal.aborted) return endTurn(scope, "interrupted", attempts.shown);
    const outcome = await requestAnswer(scope, {
      step,
      continues: attempts.shown,
      maxOutputTokens: outputLimit(scope, attempts),
    });
    if (outcome.kind === "interrupted")
      return endTurn(scope, "interrupted", joined(attempts.shown, outcome.text));
    if (outcome.kind === "refused") return endTurn(scope, "refused", attempts.shown, outcome.why);
    if (outcome.kind === "failed") {
      if (outcome.text === "" && (await madeRoom(scope, attempts, outcome.error))) continue;
      return failedEnd(scope, outcome.error, {
        said: attempts.said,
        text: joined(attempts.shown, outcome.text),
      });
    }
    attempts.answers += 1;
    const end = await afterAnswer(scope, attempts, { ...outcome, isFinal, answerTool: step.answerTool });
    if (end !== undefined) return end;
  }
}

interface Answered {
  readonly message: AssistantMessage;
  readonly finishReason: FinishReason;
  /** The last answer of a budget that is used up. */
  readonly isFinal: boolean;
  /** The tool that takes an answer that is data. */
  readonly answerTool: string | undefined;
}

/** Decides how a turn goes on after an answer; undefined: with another request. */
async function afterAnswer(
  scope: TurnScope,
  attempts: Attempts,
  answer: Answered,
): Promise<TurnEnd | undefined> {
  const calls = toolCallsOf(answer.message);
  if (calls.length > 0) return await afterCalls(scope, attempts, calls, answer);
  const text = joined(attempts.shown, textOf(answer.message));
  if (answer.finishReason === "content-filter") return endTurn(scope, "content-filter", text);
  const { output: form } = scope.asks;
  if (form !== undefined && text.trim() !== "")
    return await afterOutput(scope, attempts, { ...answer, form });
  if (answer.isFinal) return endTurn(scope, "budget-exhausted", text);
  if (answer.finishReason === "length") return await continueAnswer(scope, attempts, answer.message);
  return text.trim() === "" ? await nudge(scope, attempts) : endTurn(scope, "answered", text);
}

/** An answer that is to be data and was written as a text. */
async function afterOutput(
  scope: TurnScope,
  attempts: Attempts,
  answer: Answered & { readonly form: OutputForm },
): Promise<TurnEnd | undefined> {
  const text = textOf(answer.message);
  // What was cut off can't be continued: a model that keeps to a schema begins anew.
  if (answer.finishReason === "length") return endTurn(scope, "truncated", text);
  const taken = await takeOutput(scope, { text, ...writtenAs(scope, attempts, answer) });
  if ("end" in taken) return taken.end;
  attempts.repairs += 1;
  await say(scope, taken.repair);
  return undefined;
}

function writtenAs(
  scope: TurnScope,
  attempts: Attempts,
  { form, isFinal, answerTool }: Answered & { readonly form: OutputForm },
): Omit<WrittenOutput, "text"> {
  const mayRepair = attempts.repairs < maxRepairs && hasBudget(scope);
  return { form, isFinal, answerTool, mayRepair };
}

async function afterCalls(
  scope: TurnScope,
  attempts: Attempts,
  calls: readonly ToolCallPart[],
  answer: Answered,
): Promise<TurnEnd | undefined> {
  const { message, finishReason, isFinal, answerTool } = answer;
  const text = joined(attempts.shown, textOf(message));
  if (finishReason === "content-filter") {
    await refuseCalls(scope, calls, "Not run: the provider's content filter stopped this answer.");
    return endTurn(scope, "content-filter", text);
  }
  const given = answerTool === undefined ? undefined : calls.find(({ name }) => name === answerTool);
  const { output: form } = scope.asks;
  if (form !== undefined && given !== undefined)
    return await afterAnswerCall(scope, attempts, { ...answer, form, calls, given });
  if (isFinal) {
    await refuseCalls(scope, calls, "Not run: the budget of this turn is used up.");
    return endTurn(scope, "budget-exhausted", text);
  }
  if (finishReason === "length") return await askForSmallerCall(scope, attempts, calls, text);
  const awaiting = await runToolBatch(scope, calls, { closingNote: closingNote(scope) });
  if (awaiting.length > 0) return awaitingEnd(scope, awaiting, text);
  const said = text === "" ? attempts.said : [...attempts.said, text];
  Object.assign(attempts, { shown: "", continuations: 0, nudges: 0, cutCalls: 0, said });
  const { stop } = scope.guardrails;
  if (stop !== undefined && !scope.signal.aborted)
    return endTurn(scope, "guardrail", "", `The turn was stopped: ${stop}.`);
  return (await stopsHere(scope, calls)) ? endTurn(scope, "stopped", text) : undefined;
}

interface AnsweredByCall extends Answered {
  readonly form: OutputForm;
  readonly calls: readonly ToolCallPart[];
  /** That of the tool which takes the answer. */
  readonly given: ToolCallPart;
}

/** An answer that is data, as the call of the tool that takes it. */
async function afterAnswerCall(
  scope: TurnScope,
  attempts: Attempts,
  { calls, given, ...answer }: AnsweredByCall,
): Promise<TurnEnd | undefined> {
  if (answer.finishReason === "length") {
    await refuseCalls(scope, calls, "Your answer was cut off at the output limit.");
    return endTurn(scope, "truncated", given.arguments);
  }
  const end = await takeAnswerCall(scope, calls, given, writtenAs(scope, attempts, answer));
  attempts.repairs += 1;
  return end;
}

function closingNote({ rounds, settings }: TurnScope): string | undefined {
  return rounds < settings.maxRounds
    ? undefined
    : `This was the last round of this turn (limit: ${settings.maxRounds}). No more tools can be called: give your final answer now, and say what is left to do.`;
}

/** Calls of an answer that hit the output limit are never run: the last one may be half a call. */
async function askForSmallerCall(
  scope: TurnScope,
  attempts: Attempts,
  calls: readonly ToolCallPart[],
  text: string,
): Promise<TurnEnd | undefined> {
  await refuseCalls(
    scope,
    calls,
    "Not run: your answer was cut off at the output limit, so this call may be incomplete. Send it again; split long content over several smaller calls.",
  );
  if (++attempts.cutCalls <= maxCutCalls && hasBudget(scope)) return undefined;
  return endTurn(
    scope,
    "truncated",
    text,
    `The model's tool calls were cut off at its output limit ${attempts.cutCalls} times.`,
  );
}

async function continueAnswer(
  scope: TurnScope,
  attempts: Attempts,
  message: AssistantMessage,
): Promise<TurnEnd | undefined> {
  const text = textOf(message);
  attempts.shown = joined(attempts.shown, text);
  if (text === "") {
    return endTurn(
      scope,
      "truncated",
      attempts.shown,
      "The model used up its output limit for thinking and gave no answer.",
    );
  }
  if (++attempts.continuations > maxContinuations || !hasBudget(scope)) {
    return endTurn(scope, "truncated", attempts.shown, "The answer was cut off at the model's output limit.");
  }
  await say(
    scope,
    "Your answer was cut off at the output limit. Continue exactly where it stopped, without repeating anything.",
  );
  return undefined;
}

async function nudge(scope: TurnScope, attempts: Attempts): Promise<TurnEnd | undefined> {
  if (++attempts.nudges > maxNudges || !hasBudget(scope)) return endTurn(scope, "empty-answer", "");
  await say(
    scope,
    "Your last answer was empty. Answer the user now, go on with the task, or say what keeps you from it.",
  );
  return undefined;
}

function hasBudget({ rounds, settings }: TurnScope): boolean {
  return rounds < settings.maxRounds;
}

async function say(scope: TurnScope, text: string): Promise<void> {
  await recordMessage(scope, noteToModel(text));
}

/** Whether the history was shortened after a provider refused it for its size. */
async function madeRoom(scope: TurnScope, attempts: Attempts, error: unknown): Promise<boolean> {
  if (!ModelError.is(error) || recoveryOf(error).history !== "shorten") return false;
  if (++attempts.overflows > maxOverflows) return false;
  return await compressHistory(scope, "overflow");
}

function outputLimit({ settings }: TurnScope, { continuations, cutCalls }: Attempts): number | undefined {
  const base = settings.maxOutputTokens;
  if (base === undefined) return undefined;
  return Math.min(base * (1 + continuations + cutCalls), Math.max(base, outputCeiling));
}

function joined(before: string, next: string): string {
  return before === "" ? next : before + next.slice(overlapLength(before, next));
}
