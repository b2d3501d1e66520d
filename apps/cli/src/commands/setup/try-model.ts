import {
  createModel,
  findProvider,
  ModelError,
  type ChosenModel,
  type ModelErrorKind,
  type ModelRequest,
} from "@hermes/models";
import { lastFour } from "@hermes/models/credentials";
import type { SetupFlags } from "./setup-flags.ts";

export type Trial =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: ModelErrorKind; readonly reason: string; readonly hint: string };

export interface TryModelOptions {
  readonly signal: AbortSignal;
  /** How long it may take to begin its answer. */
  readonly timeoutMs: number;
}

/** What Hermes needs of a model: it answers, and takes the definition of a tool. */
const request: ModelRequest = {
  system: "You are asked whether you can be reached. Answer in one word.",
  tools: [
    {
      name: "noop",
      description: "Does nothing. Never call it.",
      parameters: { type: "object", properties: {} },
    },
  ],
  messages: [{ role: "user", content: [{ type: "text", text: "Say hello." }] }],
  maxOutputTokens: 64,
};

/** A server on this machine may first have to load a model of many gigabytes. */
const localMs = 180_000;
const hostedMs = 30_000;

export function trialMs({ provider }: ChosenModel, { timeout }: SetupFlags): number {
  if (timeout !== undefined) return timeout * 1_000;
  return findProvider(provider)?.local === true ? localMs : hostedMs;
}

/** Sends one small request, and stops reading with the first word of the answer. @throws The reason of the signal. */
export async function tryModel(choice: ChosenModel, { signal, timeoutMs }: TryModelOptions): Promise<Trial> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const model = await createModel(choice, { retry: { retries: 0, streamRetries: 0 } });
    const events = model.stream(request, { signal: AbortSignal.any([signal, limit]) });
    for await (const { type } of events) if (type !== "unsupported" && type !== "retry") break;
    return { ok: true };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return late(choice, timeoutMs);
    if (!ModelError.is(error)) throw error;
    return failed(error, choice);
  }
}

function late({ label, baseUrl }: ChosenModel, timeoutMs: number): Trial {
  return {
    ...{ ok: false, kind: "timeout" },
    reason: `${label} did not answer within ${timeoutMs / 1_000} seconds.`,
    hint: `Is ${originOf(baseUrl)} right, and is the network up? --timeout gives it longer.`,
  };
}

function failed({ kind, message, hint = "" }: ModelError, choice: ChosenModel): Trial {
  const { apiKey, label, model, baseUrl } = choice;
  const without = (text: string): string =>
    apiKey === undefined ? text : text.replaceAll(apiKey, lastFour(apiKey));
  const advice: Readonly<Partial<Record<ModelErrorKind, string>>> = {
    auth: `Was it copied whole, and is it a key of ${label} (${originOf(baseUrl)})?`,
    billing: `The key is right, but the account has no credit: add some at ${label}.`,
    "rate-limit": "The key is right, but its limit is reached for now.",
    "model-not-found": `${label} has no model "${model}" for this key.`,
  };
  return { ok: false, kind, reason: without(message), hint: advice[kind] ?? without(hint) };
}

function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
