import { ModelError } from "../model-error.ts";
import type {
  Credential,
  CredentialFailure,
  CredentialSource,
  NextCredential,
  RefreshOptions,
} from "../resilience/with-credentials.ts";
import { recoveries } from "../resilience/recovery.ts";
import { type AuthContent, type AuthFile, entryOf } from "./auth-file.ts";
import { type Renew, refreshLogin } from "./refresh-login.ts";
import {
  belongsTo,
  type CredentialState,
  fingerprint,
  lastFour,
  stateOf,
  type StoredCredential,
  toMilliseconds,
} from "./stored-credential.ts";

/** A key that has its place elsewhere: in the environment, or in the settings. Its value is never written to the file. */
export interface SeededKey {
  readonly value: string;
  /** Where it is, such as `OPENROUTER_API_KEY`. */
  readonly source: string;
  readonly scheme: "key" | "bearer";
}

export interface CredentialPoolOptions {
  readonly file: AuthFile;
  /** Id of the provider, for what is written. */
  readonly provider: string;
  /** Only what belongs to this origin is used. */
  readonly baseUrl: string;
  readonly model: string;
  readonly seed?: SeededKey | undefined;
  /** Which credentials are in use, for the pools of one process. */
  readonly inUse?: CredentialsInUse | undefined;
  /** Renews a login. @default none can be */
  readonly renew?: Renew | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** How many requests use each, by id. Shared by the pools of one process, so that sessions side by side prefer different keys. */
export type CredentialsInUse = Map<string, number>;

/** A credential with its state, for people. */
export interface ListedCredential extends CredentialState {
  readonly id: string;
  readonly provider: string;
  readonly label: string;
  readonly kind: "api_key" | "oauth";
  /** `manual`, or where the value is. */
  readonly source: string;
  /** `…last4` */
  readonly ending: string;
  readonly baseUrl?: string | undefined;
}

interface Member {
  readonly credential: Credential;
  readonly state: CredentialState;
  /** Of a login that may have to be renewed. */
  readonly expiresAt: number | undefined;
}

const renewBeforeMs = 60_000;

/** The credentials of one address: what the environment or the settings have, then the entries of the file. */
export function createCredentialPool(options: CredentialPoolOptions): CredentialSource {
  const { file, inUse = new Map(), now = Date.now } = options;

  const refresh = async (
    credential: Credential,
    { signal }: RefreshOptions,
  ): Promise<Credential | undefined> => {
    if (options.renew === undefined || credential.scheme !== "bearer") return undefined;
    const value = await refreshLogin(file, {
      id: credential.id,
      seen: credential.value,
      renew: options.renew,
      signal,
      now,
    });
    return value === undefined ? undefined : { ...credential, value };
  };

  return {
    refresh,
    async next(tried, { signal }): Promise<NextCredential | undefined> {
      const members = membersOf(await file.read(), options, now());
      const left = members.filter(({ credential }) => !tried.has(credential.id));
      const well = left
        .filter(({ state }) => state.state === "ok")
        .toSorted((one, other) => Math.min(1, uses(inUse, one)) - Math.min(1, uses(inUse, other)));
      // One request for each message is what a provider gets that still refuses, and nobody waits who has helped the cause.
      const [first] = well.length > 0 || tried.size > 0 ? well : soonest(left);
      if (first === undefined) {
        if (tried.size > 0) return undefined;
        throw noneLeft(members, options);
      }
      const { credential, expiresAt } = first;
      inUse.set(credential.id, uses(inUse, first) + 1);
      const late = expiresAt !== undefined && expiresAt - renewBeforeMs < now();
      const fresh = late ? await refresh(credential, { signal }) : undefined;
      return { credential: fresh ?? credential, hasMore: well.length > 1 };
    },
    async report(credential, outcome) {
      const count = (inUse.get(credential.id) ?? 1) - 1;
      if (count > 0) inUse.set(credential.id, count);
      else inUse.delete(credential.id);
      if (outcome.type === "left") return;
      const isSeed = credential.id === seedId(options.seed);
      if (outcome.type === "answered") {
        const kept = entryOf(await file.read(), credential.id);
        if (kept?.last_status !== "exhausted") return;
      }
      await file.update((content) => {
        if (isSeed && options.seed !== undefined) keepSeed(content, options.provider, options.seed);
        const entry = entryOf(content, credential.id);
        if (entry !== undefined)
          Object.assign(entry, outcome.type === "failed" ? failedFields(outcome, now()) : wellFields(now()));
      });
    },
  };
}

/** Everything that the file holds, and what a seed of the environment adds, for people. */
export function listCredentials(content: AuthContent, now: number): readonly ListedCredential[] {
  return Object.entries(content.credential_pool).flatMap(([provider, entries]) =>
    entries.map((entry) => ({
      id: entry.id,
      provider,
      label: entry.label ?? entry.id,
      kind: entry.auth_type === "oauth" ? ("oauth" as const) : ("api_key" as const),
      source: entry.source ?? "manual",
      ending: lastFour(entry.access_token ?? ""),
      ...(entry.base_url ? { baseUrl: entry.base_url } : {}),
      ...stateOf(entry, now),
    })),
  );
}

/** Values of the file that belong to an address: for choosing a model, and for taking secrets out of texts. */
export function storedKeys(content: AuthContent): readonly StoredKey[] {
  return Object.entries(content.credential_pool).flatMap(([provider, entries]) =>
    entries.flatMap((entry) =>
      isStored(entry)
        ? [
            {
              provider,
              entry,
              value: entry.access_token ?? "",
              scheme: schemeOf(entry),
              label: entry.label ?? entry.id,
            },
          ]
        : [],
    ),
  );
}

export interface StoredKey {
  readonly provider: string;
  readonly entry: StoredCredential;
  readonly value: string;
  readonly scheme: "key" | "bearer";
  readonly label: string;
}

/** A value that has its place in the environment is not taken from the file: it may be an old one. */
function isStored({ access_token, source }: StoredCredential): boolean {
  return Boolean(access_token?.trim()) && source?.startsWith("env:") !== true;
}

function schemeOf({ auth_type }: StoredCredential): "key" | "bearer" {
  return auth_type === "oauth" ? "bearer" : "key";
}

function membersOf(
  content: AuthContent,
  { baseUrl, seed }: CredentialPoolOptions,
  now: number,
): readonly Member[] {
  const members: { readonly member: Member; readonly order: number }[] = [];
  if (seed !== undefined) {
    const kept = entryOf(content, seedId(seed) ?? "");
    const isSame = kept?.secret_fingerprint === fingerprint(seed.value);
    members.push({
      order: kept?.priority ?? -1,
      member: {
        credential: {
          id: seedId(seed) ?? "",
          label: `${seed.source} ${lastFour(seed.value)}`,
          value: seed.value,
          scheme: seed.scheme,
        },
        state: kept !== undefined && isSame ? stateOf(kept, now) : { state: "ok" },
        expiresAt: undefined,
      },
    });
  }
  for (const { provider, entry, value, scheme, label } of storedKeys(content)) {
    if (!belongsTo(provider, entry, baseUrl) || value === seed?.value) continue;
    members.push({
      order: entry.priority ?? members.length,
      member: {
        credential: { id: entry.id, label: `${label} ${lastFour(value)}`, value, scheme },
        state: stateOf(entry, now),
        expiresAt: scheme === "bearer" ? toMilliseconds(entry.expires_at) : undefined,
      },
    });
  }
  return members.toSorted((one, other) => one.order - other.order).map(({ member }) => member);
}

function uses(inUse: CredentialsInUse, { credential }: Member): number {
  return inUse.get(credential.id) ?? 0;
}

function soonest(members: readonly Member[]): readonly Member[] {
  return members
    .filter(({ state }) => state.state === "resting")
    .toSorted((one, other) => (one.state.until ?? 0) - (other.state.until ?? 0));
}

function seedId(seed: SeededKey | undefined): string | undefined {
  return seed === undefined ? undefined : `seed:${seed.source}`;
}

/** So that other processes know how a key is whose value is not in the file. */
function keepSeed(content: AuthContent, provider: string, seed: SeededKey): void {
  const id = seedId(seed) ?? "";
  const known = entryOf(content, id);
  if (known !== undefined) known.secret_fingerprint = fingerprint(seed.value);
  else {
    (content.credential_pool[provider] ??= []).push({
      id,
      label: seed.source,
      auth_type: seed.scheme === "bearer" ? "oauth" : "api_key",
      source: `env:${seed.source}`,
      priority: -1,
      secret_fingerprint: fingerprint(seed.value),
    });
  }
}

function failedFields({ cause, error, until }: CredentialFailure, now: number): Partial<StoredCredential> {
  return {
    last_status: "exhausted",
    last_status_at: now / 1000,
    last_error_code: error.status ?? null,
    last_error_reason: cause,
    last_error_message: error.message,
    last_error_reset_at: until / 1000,
  };
}

function wellFields(now: number): Partial<StoredCredential> {
  return {
    last_status: "ok",
    last_status_at: now / 1000,
    last_error_code: null,
    last_error_reason: null,
    last_error_message: null,
    last_error_reset_at: null,
  };
}

function noneLeft(members: readonly Member[], { provider, model }: CredentialPoolOptions): ModelError {
  const each = members
    .map(({ credential, state }) => `${credential.label}: ${state.reason ?? state.state}`)
    .join("; ");
  return new ModelError(`No key for ${provider} can be used. ${each}.`, {
    kind: "auth",
    provider,
    model,
    retryable: recoveries.auth.retry,
    hint: "See hermes auth list; add a key with hermes auth add, or log in again.",
  });
}
