import type { ModelError, ModelErrorKind } from "../model-error.ts";

/**
 * Why a request has to be helped on. Kinds of errors, and beside them: `forbidden`, a key that is good and not allowed this
 * (403), and `empty-answer`, a model that answered twice in a row without a word.
 */
export type RecoveryCause = ModelErrorKind | "forbidden" | "empty-answer";

/** What helps, in the order in which it is tried: the same again, another key, a shorter history, another model. */
export interface Recovery {
  /** Whether the same request may succeed a little later. */
  readonly retry: boolean;
  /** `rotate`: another key may do; `refresh`: the login is renewed first; `keep`: it is not about the key. */
  readonly key: "keep" | "rotate" | "refresh";
  /** How long a key rests where the provider names no time. */
  readonly keyRestMs: number;
  /** `shorten`: the history is compressed, and no other model is asked. */
  readonly history: "keep" | "shorten";
  /** `next`: the next model of the chain is asked; `stay`: none. */
  readonly model: "next" | "stay";
  /** How long a model rests where the provider names no time. */
  readonly modelRestMs: number;
  /** Whether the model rests for every session of the home, or for this conversation alone. */
  readonly reach: "home" | "conversation";
}

const minute = 60_000;
const hour = 60 * minute;

const passing = { retry: true, key: "keep", keyRestMs: 0, history: "keep", model: "next" } as const;
const lasting = { ...passing, retry: false } as const;
const tooLarge = { ...lasting, history: "shorten", model: "stay" } as const;

/** The table. Retries, keys, the loop and the chain of models read it, and nothing else decides. */
// oxfmt-ignore
export const recoveries: Readonly<Record<RecoveryCause, Recovery>> = {
  "auth":              { ...lasting, key: "refresh", keyRestMs: 5 * minute, modelRestMs: 10 * minute, reach: "home" },
  "forbidden":         { ...lasting, key: "rotate", keyRestMs: 5 * minute, modelRestMs: 10 * minute, reach: "home" },
  "billing":           { ...lasting, key: "rotate", keyRestMs: hour, modelRestMs: hour, reach: "home" },
  "rate-limit":        { ...passing, key: "rotate", keyRestMs: hour, modelRestMs: minute, reach: "home" },
  "overloaded":        { ...passing, modelRestMs: minute, reach: "home" },
  "server":            { ...passing, modelRestMs: minute, reach: "home" },
  "timeout":           { ...passing, modelRestMs: minute, reach: "home" },
  "unreachable":       { ...passing, modelRestMs: minute, reach: "home" },
  "unknown":           { ...passing, modelRestMs: minute, reach: "conversation" },
  "model-not-found":   { ...lasting, modelRestMs: 10 * minute, reach: "home" },
  "bad-request":       { ...lasting, modelRestMs: minute, reach: "conversation" },
  "content-policy":    { ...lasting, modelRestMs: minute, reach: "conversation" },
  "empty-answer":      { ...lasting, modelRestMs: minute, reach: "conversation" },
  "context-overflow":  { ...tooLarge, modelRestMs: 0, reach: "conversation" },
  "payload-too-large": { ...tooLarge, modelRestMs: 0, reach: "conversation" },
};

export function causeOf({ kind, status }: ModelError): RecoveryCause {
  return kind === "auth" && status === 403 ? "forbidden" : kind;
}

/** How long whoever failed so rests: as the provider says, else as the table does. */
export function restMs({ retryAfterMs, resetAfterMs }: ModelError, usualMs: number): number {
  return Math.max(retryAfterMs ?? 0, resetAfterMs ?? 0) || usualMs;
}

export function recoveryOf(failure: ModelError): Recovery {
  return recoveries[causeOf(failure)];
}
