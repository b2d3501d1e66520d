import type { ModelError } from "../model-error.ts";
import type { Model, ModelEvent } from "../model.ts";
import { answerInTurn, type NextCandidate } from "./answer-in-turn.ts";
import { causeOf, type RecoveryCause, recoveries, restMs } from "./recovery.ts";

/** A key or a login, as a request needs it. */
export interface Credential {
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** Secret. */
  readonly value: string;
  /** How it travels. `bearer`: as an OAuth token, where the protocol tells the two apart. */
  readonly scheme: "key" | "bearer";
}

/** What came of an attempt: an answer, a failure of the key, or something that says nothing about the key. */
export type CredentialOutcome = { readonly type: "answered" } | CredentialFailure | { readonly type: "left" };

export interface CredentialFailure {
  readonly type: "failed";
  readonly cause: RecoveryCause;
  readonly error: ModelError;
  /** Milliseconds since 1970: as the provider or the table says. */
  readonly until: number;
}

/** Whose keys a model uses. An attempt gets its key for each request, and says what came of it. */
export interface CredentialSource {
  /**
   * The first that is well, and none of `tried`; one that nobody else uses at the moment is preferred. Where all rest and none
   * was tried yet, the one whose rest ends first. It is in use until `report`.
   *
   * @returns Undefined when `tried` has all that can be used.
   * @throws {ModelError} when none could be used from the start, with what the person can do.
   */
  next(tried: ReadonlySet<string>, options: RefreshOptions): Promise<NextCredential | undefined>;
  /** A login whose token was refused, with a new one; undefined: it can't be renewed. It stays in use. */
  refresh(credential: Credential, options: RefreshOptions): Promise<Credential | undefined>;
  /** Once for each that `next` gave. */
  report(credential: Credential, outcome: CredentialOutcome): Promise<void>;
}

export interface RefreshOptions {
  readonly signal: AbortSignal;
}

export interface NextCredential {
  readonly credential: Credential;
  /** Another one is well after it. */
  readonly hasMore: boolean;
}

export interface CredentialOptions {
  readonly source: CredentialSource;
  /** The same model with another key. Called once for each value of a key. */
  readonly create: (credential: Credential) => Promise<Model>;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * The same model by several keys. A key that is refused, used up or limited (see `recoveries`) rests, and the next one is tried for
 * the same request; a `retry` event without a delay says so. A login is renewed first.
 *
 * @param model What is known of the model; it is not asked itself.
 */
export function withCredentials(model: Model, { source, create, now = Date.now }: CredentialOptions): Model {
  /** By key: a model keeps its connections and the bytes of its conversations. */
  const models = new Map<string, { readonly value: string; readonly model: Promise<Model> }>();
  const modelWith = async (credential: Credential): Promise<Model> => {
    const known = models.get(credential.id);
    if (known?.value === credential.value) return await known.model;
    const model = create(credential);
    models.set(credential.id, { value: credential.value, model });
    return await model;
  };

  const { id, provider, contextWindow, maxOutputTokens, price, takesOutputSchemas, abilities } = model;
  return {
    ...{ id, provider, contextWindow, maxOutputTokens, price, takesOutputSchemas, abilities },
    async *stream(request, options) {
      const tried = new Set<string>();
      const renewed = new Set<string>();
      let current: Credential | undefined;
      let attempt = 0;

      /** The same login with a new token; undefined: it is another one's turn. */
      const recover = async (error: ModelError): Promise<Credential | undefined> => {
        const cause = causeOf(error);
        const { key, keyRestMs } = recoveries[cause];
        if (key === "keep" || current === undefined) throw error;
        if (key === "refresh" && !renewed.has(current.id)) {
          renewed.add(current.id);
          const fresh = await source.refresh(current, options);
          if (fresh !== undefined) return fresh;
        }
        tried.add(current.id);
        const failed = current;
        current = undefined;
        const until = now() + restMs(error, keyRestMs);
        await source.report(failed, { type: "failed", cause, error, until });
        return undefined;
      };

      const next: NextCandidate = async (failed) => {
        const fresh = failed === undefined ? undefined : await recover(failed.error);
        const chosen =
          fresh === undefined ? await source.next(tried, options) : { credential: fresh, hasMore: true };
        if (chosen === undefined) throw failed?.error ?? new Error("A credential source gave no credential.");
        const { credential, hasMore } = chosen;
        current = credential;
        return {
          model: await modelWith(credential),
          alternatives: hasMore ? { key: true } : {},
          announcements: failed === undefined ? [] : [anotherTry(failed.error, credential, ++attempt)],
        };
      };

      let outcome: CredentialOutcome = { type: "left" };
      try {
        for await (const event of answerInTurn(request, options, next)) {
          if (event.type === "finish") outcome = { type: "answered" };
          yield event;
        }
      } finally {
        if (current !== undefined) await source.report(current, outcome);
      }
    },
  };
}

function anotherTry(
  { message, status, unsent }: ModelError,
  { label }: Credential,
  attempt: number,
): ModelEvent {
  return {
    type: "retry",
    attempt,
    delayMs: 0,
    reason: `${message} Trying ${label}.`,
    ...(status === undefined ? {} : { status }),
    ...(unsent ? { unsent: true } : {}),
  };
}
