import { HermesError } from "@hermes/registry";
import { addUsage } from "@hermes/models";
import type { ModelFinish, ModelRequest, Usage } from "@hermes/models";
import type { Session } from "../session/session.ts";
import type { CountedRequest } from "../hooks/hooked-request.ts";
import { cutAnswer } from "../session/message-parts.ts";
import { warningText } from "../spending/budget-text.ts";
import { AnswerReader } from "./answer-reader.ts";
import type { Step } from "./next-step.ts";
import type { PartialText } from "./partial-text.ts";
import { recordMessage } from "./record-message.ts";
import { scrubAnswer } from "./scrub-answer.ts";
import { settleOrAbandon } from "./settle-or-abandon.ts";
import type { RequestOutcome, TurnScope } from "./turn-scope.ts";

export interface RequestOptions {
  readonly step: Step;
  /** The text that this answer continues; empty: a new answer. */
  readonly continues: string;
  readonly maxOutputTokens: number | undefined;
}

/** Sends one request and streams its answer; whatever happens, what was shown is in the history when it returns. */
export async function requestAnswer(scope: TurnScope, options: RequestOptions): Promise<RequestOutcome> {
  const { session, events, signal, hooks } = scope;
  const { model, tools } = options.step;
  const round = scope.rounds + 1;
  if (hooks !== undefined) {
    const { system, history: messages } = session;
    const asked = { round, system, tools, messages };
    const why = await hooks.refusal((hook, context) => hook.modelRequest?.(asked, context), signal);
    if (signal.aborted) return { kind: "interrupted", text: "" };
    if (why !== undefined) return { kind: "refused", why };
  }
  scope.rounds = round;
  const written = session.append({
    type: "request-start",
    round,
    model: model.id,
    at: session.now(),
  });
  if (written !== undefined) await written;
  events.push({ type: "request-start", round });

  const answer = new AnswerReader(scope, options.continues, options.step);
  const request = countedRequest(scope, requestOf(scope, options));
  const startedAt = performance.now();
  const { reasoningEffort } = options.step;
  const sent = { model, tools, reasoningEffort, count: session.history.length, sentAt: session.now() };
  const settled = await settleOrAbandon(answer.read(request), signal);
  answer.close();
  await answer.partial.settle();
  tellBudgets(scope);
  const { usage } = request;
  const durationMs = performance.now() - startedAt;
  if (settled.kind === "value" && settled.value !== undefined)
    return keepAnswer(scope, settled.value, { usage: usage ?? settled.value.usage, durationMs, ...sent });
  const text = await keepCutAnswer(scope, answer.partial, { usage, durationMs });
  if (signal.aborted) return { kind: "interrupted", text };
  return { kind: "failed", error: settled.kind === "thrown" ? settled.error : streamWithoutEnd(scope), text };
}

/** Hooks are around the meter: what they send again counts again. */
function countedRequest(
  { model, settings: { meter }, hooks, rounds: round }: TurnScope,
  request: ModelRequest,
): CountedRequest {
  const send = (sent: ModelRequest): CountedRequest => meter.request(model, sent);
  return hooks?.aroundModelRequest({ purpose: "turn", round, model, request }, send) ?? send(request);
}

function requestOf({ session }: TurnScope, { step, maxOutputTokens }: RequestOptions): ModelRequest {
  const { model: _model, answerTool: _answerTool, ...asked } = step;
  return { system: session.system, messages: session.history, maxOutputTokens, ...asked };
}

/** What a request cost, with its attempts that broke off. */
interface Cost {
  readonly usage: Usage;
  readonly durationMs: number;
}

async function keepAnswer(
  scope: TurnScope,
  finish: ModelFinish,
  { usage, durationMs, ...sent }: Cost & Parameters<Session["prefixOf"]>[0],
): Promise<RequestOutcome> {
  const { session, events, settings } = scope;
  const { finishReason, usage: counted, model = sent.model.id } = finish;
  scope.usage = addUsage(scope.usage, usage);
  session.contextTokens =
    counted.inputTokens + counted.cacheReadTokens + counted.cacheWriteTokens + counted.outputTokens;
  const received =
    finish.message.finishReason === finishReason ? finish.message : { ...finish.message, finishReason };
  const message = session.withFreshCallIds(scrubAnswer(received, settings.recall?.filter));
  const prefix = await session.prefixOf(sent);
  const written = session.record(message, { usage, model, durationMs, prefix });
  if (written !== undefined) await written;
  events.push({ type: "request-end", round: scope.rounds, finishReason, usage });
  events.push({ type: "message", message });
  return { kind: "answer", message, finishReason };
}

/** @param cost Absent usage: nothing was sent, or the provider refused it. */
async function keepCutAnswer(
  scope: TurnScope,
  partial: PartialText,
  { usage, durationMs }: Pick<Cost, "durationMs"> & { readonly usage: Usage | undefined },
): Promise<string> {
  const { session } = scope;
  const message = cutAnswer(partial);
  const model = scope.model.id;
  if (usage !== undefined) scope.usage = addUsage(scope.usage, usage);
  if (message === undefined) {
    if (usage !== undefined)
      await session.append({ type: "usage", usage, model, durationMs, at: session.now() });
    return "";
  }
  await recordMessage(scope, message, usage === undefined ? undefined : { usage, model, durationMs });
  return partial.text;
}

function tellBudgets({ settings, events }: TurnScope): void {
  for (const warning of settings.meter.takeWarnings()) {
    const { code } = warning;
    const message = warningText(warning);
    if (code === "BUDGET_UNPRICED") events.push({ type: "warning", code, message });
    else {
      const { scope, unit, cap, spent } = warning;
      events.push({ type: "warning", code, message, budget: { scope, unit, cap, spent } });
    }
  }
}

function streamWithoutEnd({ model }: TurnScope): HermesError {
  return new HermesError(`The answer of ${model.id} ended in the middle.`, {
    code: "MODEL_STREAM_ENDED",
    hint: "Try again.",
  });
}
