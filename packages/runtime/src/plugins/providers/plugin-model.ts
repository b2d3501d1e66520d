import { costOf, ModelError, withRetries } from "@hermes/models";
import type {
  Attempt,
  GivenModel,
  Model,
  ModelErrorKind,
  ModelEvent,
  ModelOverrides,
  ModelRequest,
} from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { UsedPlugin } from "../workspace-plugins.ts";
import { answerEvent } from "./answer-event.ts";
import type { AnswerEvent } from "./answer-event.ts";

export interface PluginModelParts {
  /** Name of the provider. */
  readonly provider: string;
  readonly model: GivenModel;
  /** What the person says about it; wins. */
  readonly overrides: ModelOverrides;
}

/** A model of a plug-in. A stream that breaks is tried once more. */
export function pluginModel(used: UsedPlugin, { provider, model, overrides }: PluginModelParts): Model {
  const { price, contextWindow = model.contextWindow, maxOutputTokens = model.maxOutputTokens } = overrides;
  const { name: plugin } = used.manifest;
  const facts = { provider, model: model.id, baseUrl: `plug-in ${plugin}` };
  const attempt: Attempt = async function* ask(request, { signal }) {
    const fail = failureOf(plugin, facts);
    try {
      yield* checkedEvents(used, request, { ...facts, price, signal, fail });
    } catch (error) {
      signal.throwIfAborted();
      throw ModelError.is(error) ? error : fail(...causeIn(error));
    }
  };
  return {
    ...{ id: model.id, provider, contextWindow, maxOutputTokens, price },
    stream: withRetries(attempt, { ...facts, retries: 1, streamRetries: 1, baseDelayMs: 500 }),
  };
}

type Fail = (kind: ModelErrorKind, what: string, retryable: boolean, cause?: unknown) => ModelError;

interface AskOptions extends Pick<ModelOverrides, "price"> {
  readonly provider: string;
  readonly model: string;
  readonly signal: AbortSignal;
  readonly fail: Fail;
}

/** A model may think for long before it says something. */
const silenceMs = 300_000;

/** No answer is longer; what goes on and on is ended. */
const maxAnswerChars = 8_000_000;

async function* checkedEvents(
  used: UsedPlugin,
  request: ModelRequest,
  { provider, model, price, signal, fail }: AskOptions,
): AsyncGenerator<ModelEvent, void> {
  const { system, tools, messages, maxOutputTokens, temperature, toolChoice, reasoningEffort } = request;
  const asked = { model, system, tools, messages, maxOutputTokens, temperature, toolChoice, reasoningEffort };
  yield* leftOut(request);
  let chars = 0;
  for await (const item of used.running.stream(["models", provider, "stream"], asked, {
    signal,
    timeoutMs: silenceMs,
  })) {
    const { data: event, error } = answerEvent.safeParse(item);
    if (event === undefined)
      throw fail("bad-request", `said something that is no event: ${error.message}`, false);
    if (event.type === "finish") return yield finishOf(event, price);
    chars += charsOf(event);
    if (chars > maxAnswerChars)
      throw fail("bad-request", `said more than ${maxAnswerChars} characters.`, false);
    yield event;
  }
  throw fail("server", "ended its answer without `finish`.", true);
}

/** What a plug-in is not told. */
function leftOut({ output, topP, seed, stop }: ModelRequest): readonly ModelEvent[] {
  const given = { output, "top-p": topP, seed, stop };
  return (["output", "top-p", "seed", "stop"] as const)
    .filter((what) => given[what] !== undefined)
    .map((what) => ({ type: "unsupported", what, sent: "nothing" }));
}

function charsOf(event: Exclude<AnswerEvent, { readonly type: "finish" }>): number {
  if ("text" in event) return event.text.length;
  return "arguments" in event ? event.arguments.length : event.name.length;
}

function finishOf(
  {
    message,
    finishReason,
    usage: { inputTokens, outputTokens },
  }: Extract<AnswerEvent, { readonly type: "finish" }>,
  price: ModelOverrides["price"],
): ModelEvent {
  const reason = finishReason === "refusal" ? "content-filter" : finishReason;
  const counted = { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const costUsd = costOf(counted, price);
  return {
    type: "finish",
    message: { ...message, finishReason: reason },
    finishReason: reason,
    usage: { ...counted, ...(costUsd === undefined ? {} : { costUsd }) },
  };
}

/** What it threw is its own affair and may pass; one that is off stays so. */
function causeIn(error: unknown): Parameters<Fail> {
  const code = HermesError.is(error) ? error.code : "";
  const said = error instanceof Error ? error.message : String(error);
  const message = /[.!?]$/.test(said) ? said : `${said}.`;
  if (code === "PLUGIN_TIMED_OUT") return ["timeout", message, true, error];
  if (code === "PLUGIN_OFF") return ["unreachable", message, false, error];
  return ["server", message, true, error];
}

function failureOf(plugin: string, { provider, model }: Pick<AskOptions, "provider" | "model">): Fail {
  return (kind, what, retryable, cause) =>
    new ModelError(cause === undefined ? `The model "${model}" of the plug-in "${plugin}" ${what}` : what, {
      ...{ kind, provider, model, retryable, cause },
      hint: `The plug-in "${plugin}" gives this model: see \`hermes plugins list\`, or choose another one with --model.`,
    });
}
