import type { ModelError } from "../model-error.ts";
import type { Model } from "../model.ts";
import { answerInTurn } from "./answer-in-turn.ts";
import { causeOf, type RecoveryCause, recoveries } from "./recovery.ts";

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

export interface CredentialFailure {
  readonly cause: RecoveryCause;
  readonly error: ModelError;
  /** Milliseconds since 1970: as the provider or the table says. */
  readonly until: number;
}

/** Whose keys a model uses. An attempt gets its key for each request, and says what came of it. */
export interface CredentialSource {
  /**
   * The first that is well, and none of `tried`. Where all rest and none was tried yet, the one whose rest ends first.
   *
   * @returns Undefined when `tried` has all that can be used.
   * @throws {ModelError} when none could be used from the start, with what the person can do.
   */
  next(
    tried: ReadonlySet<string>,
    options: { readonly signal: AbortSignal },
  ): Promise<NextCredential | undefined>;
  /** A login whose token was refused, with a new one; undefined: it can't be renewed. */
  refresh(credential: Credential, options: { readonly signal: AbortSignal }): Promise<Credential | undefined>;
  failed(credential: Credential, failure: CredentialFailure): Promise<void>;
  succeeded(credential: Credential): Promise<void>;
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
export function withCredentials(
  { id, provider, contextWindow, maxOutputTokens, price }: Model,
  { source, create, now = Date.now }: CredentialOptions,
): Model {
  /** By key: a model keeps its connections and the bytes of its conversations. */
  const models = new Map<string, { readonly value: string; readonly model: Promise<Model> }>();
  const modelWith = async (credential: Credential): Promise<Model> => {
    const known = models.get(credential.id);
    if (known?.value === credential.value) return await known.model;
    const model = create(credential);
    models.set(credential.id, { value: credential.value, model });
    return await model;
  };

  return {
    ...{ id, provider, contextWindow, maxOutputTokens, price },
    stream(request, options) {
      const tried = new Set<string>();
      const renewed = new Set<string>();
      let current: Credential | undefined;
      let attempt = 0;

      const recover = async (error: ModelError): Promise<Credential | undefined> => {
        const cause = causeOf(error);
        const { key, keyRestMs } = recoveries[cause];
        if (key === "keep" || current === undefined) throw error;
        if (key === "refresh" && !renewed.has(current.id)) {
          renewed.add(current.id);
          const fresh = await source.refresh(current, options);
          if (fresh !== undefined) return fresh;
        }
        await source.failed(current, { cause, error, until: now() + (error.retryAfterMs ?? keyRestMs) });
        return undefined;
      };

      return answerInTurn(request, options, async (failed) => {
        const fresh = failed === undefined ? undefined : await recover(failed.error);
        if (fresh === undefined && current !== undefined) tried.add(current.id);
        const next =
          fresh === undefined ? await source.next(tried, options) : { credential: fresh, hasMore: true };
        if (next === undefined) throw failed?.error ?? new Error("A credential source gave no credential.");
        const { credential } = next;
        current = credential;
        return {
          model: await modelWith(credential),
          alternatives: next.hasMore ? { key: true } : {},
          announcements:
            failed === undefined
              ? []
              : [
                  {
                    type: "retry",
                    attempt: ++attempt,
                    delayMs: 0,
                    reason: `${failed.error.message} Trying ${credential.label}.`,
                  },
                ],
          finish(event) {
            void source.succeeded(credential);
            return event;
          },
        };
      });
    },
  };
}
