import { HermesError } from "@hermes/registry";
import { addUsage } from "@hermes/models";
import type { ModelEvent, ModelFinish, ModelRequest, ModelSwitch, Usage } from "@hermes/models";
import type { CountedRequest } from "../hooks/hooked-request.ts";
import { cutAnswer } from "../session/message-parts.ts";
import type { TextFilter } from "../recall.ts";
import { warningText } from "../spending/budget-text.ts";
import { OverlapFilter } from "./overlap-filter.ts";
import { PartialText } from "./partial-text.ts";
import { scrubAnswer } from "./scrub-answer.ts";
import { settleOrAbandon } from "./settle-or-abandon.ts";
import type { RequestOutcome, TurnScope } from "./turn-scope.ts";

export interface RequestOptions {
  /** `none` for the final answer when the budget is used up. */
  readonly toolChoice: "auto" | "none";
  /** The text that this answer continues; empty: a new answer. */
  readonly continues: string;
  readonly maxOutputTokens: number | undefined;
}

/** Sends one request and streams its answer; whatever happens, what was shown is in the history when it returns. */
export async function requestAnswer(scope: TurnScope, options: RequestOptions): Promise<RequestOutcome> {
  const { session, events, signal, settings, hooks } = scope;
  const round = scope.rounds + 1;
  if (hooks !== undefined) {
    const { system, tools, history: messages } = session;
    const asked = { round, system, tools, messages };
    const why = await hooks.refusal((hook, context) => hook.modelRequest?.(asked, context), signal);
    if (signal.aborted) return { kind: "interrupted", text: "" };
    if (why !== undefined) return { kind: "refused", why };
  }
  scope.rounds = round;
  const written = session.append({
    type: "request-start",
    round,
    model: settings.model.id,
    at: session.now(),
  });
  if (written !== undefined) await written;
  events.push({ type: "request-start", round });

  const answer = new AnswerReader(scope, options.continues);
  const request = countedRequest(scope, requestOf(scope, options));
  const startedAt = performance.now();
  const sent = { count: session.history.length, sentAt: session.now() };
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
  { settings, hooks, rounds: round }: TurnScope,
  request: ModelRequest,
): CountedRequest {
  const { model, meter } = settings;
  const send = (sent: ModelRequest): CountedRequest => meter.request(model, sent);
  return hooks?.aroundModelRequest({ purpose: "turn", round, model, request }, send) ?? send(request);
}

function requestOf(
  { session, settings }: TurnScope,
  { toolChoice, maxOutputTokens }: RequestOptions,
): ModelRequest {
  return {
    system: session.system,
    tools: session.tools,
    messages: session.history,
    toolChoice,
    maxOutputTokens,
    reasoningEffort: settings.reasoningEffort,
  };
}

/** Turns the events of one stream into events of the turn. */
class AnswerReader {
  readonly partial: PartialText;
  readonly #scope: TurnScope;
  readonly #overlap: OverlapFilter | undefined;
  #scrub: TextFilter | undefined;
  #closed = false;

  constructor(scope: TurnScope, continues: string) {
    this.#scope = scope;
    this.partial = new PartialText(scope.session);
    this.#overlap = continues === "" ? undefined : new OverlapFilter(continues);
    this.#scrub = scope.settings.recall?.filter?.();
  }

  /** Nothing that a model sends after this is heard: it went on after an abort. */
  close(): void {
    this.#closed = true;
  }

  /** Undefined when the stream ended without `finish`. */
  async read(request: CountedRequest): Promise<ModelFinish | undefined> {
    const { events, signal } = this.#scope;
    let finish: ModelFinish | undefined;
    for await (const event of request.stream({ signal })) {
      if (this.#closed) return undefined;
      if (event.type === "finish") finish = event;
      else if (event.type === "switch") await this.#switch(event);
      else this.#take(event);
      if (events.crowded) await events.drained();
    }
    if (this.#closed) return undefined;
    this.#addText(this.#scrub?.flush() ?? "");
    const held = this.#overlap?.flush() ?? "";
    if (held !== "") events.push({ type: "text-delta", text: held });
    return finish;
  }

  /** An answer that does not count has its usage in the history, and no words. */
  async #switch({ charged, ...event }: ModelSwitch): Promise<void> {
    const scope = this.#scope;
    if (charged !== undefined) {
      scope.usage = addUsage(scope.usage, charged.usage);
      await this.partial.settle();
      const written = scope.session.record(
        { role: "assistant", content: [], finishReason: "content-filter" },
        charged,
      );
      if (written !== undefined) await written;
    }
    scope.events.push(event);
  }

  #take(event: Exclude<ModelEvent, ModelFinish | ModelSwitch>): void {
    const { events } = this.#scope;
    switch (event.type) {
      case "text-delta":
        if (this.#scrub !== undefined) this.#addText(this.#scrub.push(event.text));
        else if (this.#overlap !== undefined) this.#addText(event.text);
        else {
          this.partial.addText(event.text);
          events.push(event);
        }
        break;
      case "reasoning-delta":
        this.partial.addReasoning(event.text);
        events.push(event);
        break;
      case "restart":
        this.partial.restart();
        this.#overlap?.restart();
        this.#scrub = this.#scope.settings.recall?.filter?.();
        events.push({ type: "text-restart", reason: event.reason });
        break;
      case "retry":
        events.push(event);
        break;
      case "tool-call-start":
      case "tool-call-delta":
        // Calls are shown when they run; their arguments are whole only then.
        break;
    }
  }

  #addText(text: string): void {
    if (text === "") return;
    this.partial.addText(text);
    const shown = this.#overlap === undefined ? text : this.#overlap.push(text);
    if (shown !== "") this.#scope.events.push({ type: "text-delta", text: shown });
  }
}

/** What a request cost, with its attempts that broke off. */
interface Cost {
  readonly usage: Usage;
  readonly durationMs: number;
}

async function keepAnswer(
  scope: TurnScope,
  finish: ModelFinish,
  {
    usage,
    durationMs,
    ...sent
  }: Cost & { readonly usage: Usage; readonly count: number; readonly sentAt: number },
): Promise<RequestOutcome> {
  const { session, events, settings } = scope;
  const { finishReason, usage: counted, model = settings.model.id } = finish;
  scope.usage = addUsage(scope.usage, usage);
  session.contextTokens =
    counted.inputTokens + counted.cacheReadTokens + counted.cacheWriteTokens + counted.outputTokens;
  const received =
    finish.message.finishReason === finishReason ? finish.message : { ...finish.message, finishReason };
  const message = session.withFreshCallIds(scrubAnswer(received, settings.recall?.filter));
  const { reasoningEffort } = settings;
  const prefix = await session.prefixOf({ model: settings.model, reasoningEffort, ...sent });
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
  const { session, events, settings } = scope;
  const message = cutAnswer(partial);
  const model = settings.model.id;
  if (usage !== undefined) scope.usage = addUsage(scope.usage, usage);
  if (message === undefined) {
    if (usage !== undefined)
      await session.append({ type: "usage", usage, model, durationMs, at: session.now() });
    return "";
  }
  const written = session.record(message, usage === undefined ? undefined : { usage, model, durationMs });
  if (written !== undefined) await written;
  events.push({ type: "message", message });
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

function streamWithoutEnd({ settings }: TurnScope): HermesError {
  return new HermesError(`The answer of ${settings.model.id} ended in the middle.`, {
    code: "MODEL_STREAM_ENDED",
    hint: "Try again.",
  });
}
