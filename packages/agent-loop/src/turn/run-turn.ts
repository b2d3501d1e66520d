import { ModelError, recoveryOf } from "@hermes/models";
import type { AssistantMessage, FinishReason, ToolCallPart } from "@hermes/models";
import type { TurnEnd } from "../agent-event.ts";
import { noteToModel, textOf, toolCallsOf } from "../session/message-parts.ts";
import { refuseCalls, runToolBatch } from "../tools/tool-batch.ts";
import { compressHistory } from "./compress-history.ts";
import { overlapLength } from "./overlap-filter.ts";
import { requestAnswer } from "./request-answer.ts";
import { awaitingEnd, endTurn, failedEnd } from "./turn-end.ts";
import type { TurnScope } from "./turn-scope.ts";

const maxContinuations = 3;
const maxNudges = 2;
const maxCutCalls = 3;
const maxOverflows = 2;
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
  /** Texts of the answers before the one under way. */
  said: readonly string[];
}

/** Rounds of request and tools until there is an answer or a reason to stop. */
export async function runTurn(scope: TurnScope): Promise<TurnEnd> {
  const attempts: Attempts = { shown: "", continuations: 0, nudges: 0, cutCalls: 0, overflows: 0, said: [] };
  for (;;) {
    await compressHistory(scope, "threshold");
    if (scope.signal.aborted) return endTurn(scope, "interrupted", attempts.shown);
    const isFinal = scope.rounds >= scope.settings.maxRounds;
    const outcome = await requestAnswer(scope, {
      toolChoice: isFinal ? "none" : "auto",
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
    const end = await afterAnswer(scope, attempts, { ...outcome, isFinal });
    if (end !== undefined) return end;
  }
}

interface Answered {
  readonly message: AssistantMessage;
  readonly finishReason: FinishReason;
  /** The last answer of a budget that is used up. */
  readonly isFinal: boolean;
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
  if (answer.isFinal) return endTurn(scope, "budget-exhausted", text);
  if (answer.finishReason === "length") return await continueAnswer(scope, attempts, answer.message);
  return text.trim() === "" ? await nudge(scope, attempts) : endTurn(scope, "answered", text);
}

async function afterCalls(
  scope: TurnScope,
  attempts: Attempts,
  calls: readonly ToolCallPart[],
  { message, finishReason, isFinal }: Answered,
): Promise<TurnEnd | undefined> {
  const text = joined(attempts.shown, textOf(message));
  if (finishReason === "content-filter") {
    await refuseCalls(scope, calls, "Not run: the provider's content filter stopped this answer.");
    return endTurn(scope, "content-filter", text);
  }
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
  return stop === undefined || scope.signal.aborted
    ? undefined
    : endTurn(scope, "guardrail", "", `The turn was stopped: ${stop}.`);
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

async function say({ session, events }: TurnScope, text: string): Promise<void> {
  const message = noteToModel(text);
  const written = session.record(message);
  if (written !== undefined) await written;
  events.push({ type: "message", message });
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
