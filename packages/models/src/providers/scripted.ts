import type { ModelAbilities } from "../catalog/model-abilities.ts";
import type { AssistantPart, FinishReason, ToolCallPart } from "../message.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { mediaRules, unsupportedMedia } from "../render/wire-media.ts";
import type { Usage } from "../usage.ts";
import { countTokens, tokensOf } from "./scripted-usage.ts";

/** A tool call of a script. */
export interface ScriptedCall {
  readonly name: string;
  /** A string is sent as it is, so that a script can break its JSON. @default {} */
  readonly arguments?: string | { readonly [key: string]: unknown } | undefined;
  /** @default `call_1`, `call_2`, … counted over the life of the model */
  readonly id?: string | undefined;
}

/** What the scripted model does for one request, in this order: events, reasoning, text, calls, hang or error. */
export interface ScriptedAnswer {
  /** Passed on first and untouched: for a `retry` or a `restart` that the reader must cope with. */
  readonly events?: readonly ModelEvent[] | undefined;
  readonly reasoning?: string | undefined;
  /** Streamed in deltas of a few characters. */
  readonly text?: string | undefined;
  /** The deltas one by one; stands for `text`. */
  readonly chunks?: readonly string[] | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  /** Milliseconds before every delta. */
  readonly delayMs?: number | undefined;
  /** After the deltas, waits until the request is aborted. */
  readonly hang?: boolean | undefined;
  /** Thrown after the deltas, as it is. */
  readonly error?: Error | undefined;
  /** @default "tool-calls" with calls, else "stop" */
  readonly finishReason?: FinishReason | undefined;
  /** Overrides what was counted. */
  readonly usage?: Partial<Usage> | undefined;
}

/** Works an answer out of the request. `index` counts requests from 0. */
export type ScriptedFunction = (
  request: ModelRequest,
  index: number,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

export type ScriptedStep = ScriptedAnswer | ScriptedFunction;

export interface ScriptedOptions {
  /** @default "scripted" */
  readonly id?: string | undefined;
  /** @default "scripted" */
  readonly provider?: string | undefined;
  /** @default 128_000 */
  readonly contextWindow?: number | undefined;
  /** Characters in one delta of a text. @default 12 */
  readonly deltaChars?: number | undefined;
  /** As of a provider that keeps to `output` of a request. The script decides what is answered. @default false */
  readonly takesOutputSchemas?: Model["takesOutputSchemas"];
  /** What the model can; pictures and files that it can't take are said by events. @default everything */
  readonly abilities?: ModelAbilities | undefined;
}

/** A model without a network. */
export interface ScriptedModel extends Model {
  /** Every request so far, with all that it asked for; `messages` is a copy of the list as it was then, the message objects are the caller's. */
  readonly requests: readonly ModelRequest[];
}

const anyMedia = { data: "any", url: "any", fileId: true } as const;

/**
 * A model that follows a script: one step for each request, or one function for all of them. For tests, demos and
 * the offline tour. Usage is an estimate (a token for every four characters); what an earlier request
 * had in front counts as read from the cache.
 *
 * @throws {ModelError} from `stream`, kind `bad-request`, when the script has no step left.
 */
export function scripted(
  script: readonly ScriptedStep[] | ScriptedFunction,
  options: ScriptedOptions = {},
): ScriptedModel {
  const { id = "scripted", provider = "scripted", contextWindow = 128_000, deltaChars = 12 } = options;
  const requests: ModelRequest[] = [];
  const calls = { count: 0 };

  const { takesOutputSchemas, abilities } = options;
  const media = mediaRules({ images: anyMedia, files: anyMedia, ownIds: /./ }, abilities);
  return { id, provider, contextWindow, takesOutputSchemas, abilities, requests, stream };

  async function* stream(
    request: ModelRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const index = requests.length;
    const previous = requests.at(-1);
    requests.push({ ...request, messages: [...request.messages] });
    const step = typeof script === "function" ? script : script[index];
    if (step === undefined) throw outOfScript(index, { model: id, provider });
    const answer = typeof step === "function" ? await step(request, index) : step;
    const parts = partsOf(answer, calls);
    if (abilities?.images === false || abilities?.files === false)
      yield* unsupportedMedia(request.messages, media);
    yield* answer.events ?? [];
    for (const event of deltasOf(parts, { deltaChars, chunks: answer.chunks })) {
      if (answer.delayMs !== undefined) await wait(answer.delayMs, signal);
      signal.throwIfAborted();
      yield event;
    }
    if (answer.hang === true) await wait(undefined, signal);
    if (answer.error !== undefined) throw answer.error;
    signal.throwIfAborted();
    const finishReason = answer.finishReason ?? (answer.calls?.length ? "tool-calls" : "stop");
    yield {
      type: "finish",
      message: { role: "assistant", content: parts, finishReason },
      finishReason,
      usage: { ...countTokens(request, previous, tokensOf(parts)), ...answer.usage },
      model: id,
    };
  }
}

function partsOf(answer: ScriptedAnswer, calls: { count: number }): AssistantPart[] {
  const parts: AssistantPart[] = [];
  if (answer.reasoning !== undefined && answer.reasoning !== "") {
    parts.push({ type: "reasoning", text: answer.reasoning });
  }
  const text = answer.chunks?.join("") ?? answer.text ?? "";
  if (text !== "") parts.push({ type: "text", text });
  for (const call of answer.calls ?? []) parts.push(callPart(call, calls));
  return parts;
}

function callPart(call: ScriptedCall, calls: { count: number }): ToolCallPart {
  calls.count += 1;
  const raw = call.arguments ?? {};
  return {
    type: "tool-call",
    id: call.id ?? `call_${calls.count}`,
    name: call.name,
    arguments: typeof raw === "string" ? raw : JSON.stringify(raw),
  };
}

interface DeltaOptions {
  readonly deltaChars: number;
  readonly chunks: readonly string[] | undefined;
}

function* deltasOf(parts: readonly AssistantPart[], options: DeltaOptions): Generator<ModelEvent> {
  for (const part of parts) {
    if (part.type === "text") {
      for (const text of options.chunks ?? slices(part.text, options.deltaChars))
        yield { type: "text-delta", text };
    } else if (part.type === "reasoning") {
      for (const text of slices(part.text, options.deltaChars)) yield { type: "reasoning-delta", text };
    } else if (part.type === "tool-call") {
      yield { type: "tool-call-start", id: part.id, name: part.name };
      for (const piece of slices(part.arguments, options.deltaChars)) {
        yield { type: "tool-call-delta", id: part.id, arguments: piece };
      }
    }
  }
}

/** Pieces of about `size` characters; a pair of surrogates stays together. */
function* slices(text: string, size: number): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + Math.max(1, size));
    const last = text.charCodeAt(to - 1);
    if (last >= 0xd800 && last <= 0xdbff && to < text.length) to += 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** Resolves after `ms`, or never; rejects with the reason of `signal`. */
function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    function done(): void {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }
  });
}

function outOfScript(
  index: number,
  names: { readonly model: string; readonly provider: string },
): ModelError {
  return new ModelError(`The script has no step for request ${index + 1}.`, {
    kind: "bad-request",
    retryable: false,
    hint: "Add a step, or give a function that answers every request.",
    ...names,
  });
}
