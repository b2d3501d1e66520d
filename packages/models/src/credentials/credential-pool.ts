import type { Environment } from "@hermes/registry";
import { providers } from "../choice/providers.ts";
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
  /** Of a login: milliseconds since 1970, when its token ends. */
  readonly expiresAt?: number | undefined;
  /** Whether that login is renewed by itself. */
  readonly renews?: boolean | undefined;
}

interface Member {
  readonly credential: Credential;
  /** Provider that the entry is of: a key may be used for an address that the settings call something else. */
  readonly owner: string;
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
    const { renew } = options;
    if (renew === undefined || credential.scheme !== "bearer") return undefined;
    const { id, value: seen } = credential;
    try {
      const value = await refreshLogin(file, { id, seen, renew, signal, now });
      return value === undefined ? undefined : { ...credential, value };
    } catch (error) {
      if (signal.aborted) throw error;
      // Its server can't be reached: the provider says what it thinks of the old token, and another key may do.
      return undefined;
    }
  };

  const next = async (
    tried: ReadonlySet<string>,
    how: RefreshOptions,
  ): Promise<NextCredential | undefined> => {
    const members = membersOf(await file.read(), options, now());
    const left = members.filter(({ credential }) => !tried.has(credential.id));
    const well = left
      .filter(({ state }) => state.state === "ok")
      .toSorted((one, other) => Math.min(1, uses(inUse, one)) - Math.min(1, uses(inUse, other)));
    // One request for each message is what a provider gets that still refuses, and nobody waits who has helped the cause.
    const [first] = well.length > 0 || tried.size > 0 ? well : soonest(left);
    if (first === undefined) {
      // A login that is over is what the person can do something about.
      const isOver = members.some(
        ({ credential, state }) => tried.has(credential.id) && state.state === "dead",
      );
      if (tried.size > 0 && !isOver) return undefined;
      throw noneLeft(members, options);
    }
    const { credential, expiresAt } = first;
    const isLate = expiresAt !== undefined && expiresAt - renewBeforeMs < now();
    const fresh = isLate ? await refresh(credential, how) : undefined;
    // Its server may have ended it.
    if (isLate && fresh === undefined && isDead(entryOf(await file.read(), credential.id)))
      return await next(tried, how);
    inUse.set(credential.id, uses(inUse, first) + 1);
    return { credential: fresh ?? credential, hasMore: well.length > 1 };
  };

  return {
    refresh,
    next,
    async report(credential, outcome) {
      const count = (inUse.get(credential.id) ?? 1) - 1;
      if (count > 0) inUse.set(credential.id, count);
      else inUse.delete(credential.id);
      if (outcome.type === "left") return;
      const { seed, provider } = options;
      const isSeed = credential.value === seed?.value;
      const find = (content: AuthContent): StoredCredential | undefined =>
        isSeed ? keptSeed(content, seed) : entryOf(content, credential.id);
      if (outcome.type === "answered" && find(await file.read())?.last_status !== "exhausted") return;
      await file.update((content) => {
        const entry = isSeed ? keepSeed(content, provider, seed) : find(content);
        const fields = outcome.type === "failed" ? failedFields(outcome, now()) : wellFields(now());
        // What a server has ended does not come back with time.
        if (entry !== undefined && !isDead(entry)) Object.assign(entry, fields);
      });
    },
  };
}

/** Everything that the file holds and the variables of known providers have, for people. */
export function listCredentials(
  content: AuthContent,
  {
    env = {},
    now = Date.now(),
  }: { readonly env?: Environment | undefined; readonly now?: number | undefined } = {},
): readonly ListedCredential[] {
  const seeds = providers.flatMap(({ id: provider, keyVariable, tokenVariable }) =>
    [keyVariable, tokenVariable].flatMap((source): ListedCredential[] => {
      const value = source === undefined ? undefined : env[source]?.trim();
      if (source === undefined || value === undefined || value === "") return [];
      const kept = keptSeed(content, { source });
      return [
        {
          id: kept?.id ?? `seed:${source}`,
          ...{ provider, label: source, source: placeOf({ source }), ending: lastFour(value) },
          kind: source === tokenVariable ? "oauth" : "api_key",
          ...stateOfSeed(kept, value, now),
        },
      ];
    }),
  );
  const stored = storedKeys(content).map(({ provider, entry, value, label }) => ({
    ...{ id: entry.id, provider, label, ending: lastFour(value), source: entry.source ?? "manual" },
    kind: entry.auth_type === "oauth" ? ("oauth" as const) : ("api_key" as const),
    ...(entry.base_url ? { baseUrl: entry.base_url } : {}),
    ...endOf(entry),
    ...stateOf(entry, now),
  }));
  // Two protocols of one provider share a variable.
  const first = seeds.filter((seed, index) => seeds.findIndex(({ id }) => id === seed.id) === index);
  return [...first, ...stored];
}

function endOf(entry: StoredCredential): Pick<ListedCredential, "expiresAt" | "renews"> {
  const expiresAt = entry.auth_type === "oauth" ? toMilliseconds(entry.expires_at) : undefined;
  return expiresAt === undefined ? {} : { expiresAt, renews: Boolean(entry.refresh_token) };
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
  { baseUrl, seed, provider: chosen }: CredentialPoolOptions,
  now: number,
): readonly Member[] {
  const members: { readonly member: Member; readonly order: number }[] = [];
  if (seed !== undefined) {
    const kept = keptSeed(content, seed);
    members.push({
      order: kept?.priority ?? -1,
      member: {
        owner: chosen,
        credential: {
          id: kept?.id ?? `seed:${seed.source}`,
          label: `${seed.source} ${lastFour(seed.value)}`,
          value: seed.value,
          scheme: seed.scheme,
        },
        state: stateOfSeed(kept, seed.value, now),
        expiresAt: undefined,
      },
    });
  }
  for (const { provider, entry, value, scheme, label } of storedKeys(content)) {
    if (!belongsTo(provider, entry, baseUrl) || value === seed?.value) continue;
    members.push({
      order: entry.priority ?? members.length,
      member: {
        owner: provider,
        credential: { id: entry.id, label: `${label} ${lastFour(value)}`, value, scheme },
        state: stateOf(entry, now),
        expiresAt: scheme === "bearer" ? toMilliseconds(entry.expires_at) : undefined,
      },
    });
  }
  return members.toSorted((one, other) => one.order - other.order).map(({ member }) => member);
}

function isDead(entry: StoredCredential | undefined): boolean {
  return entry?.last_status === "dead";
}

function uses(inUse: CredentialsInUse, { credential }: Member): number {
  return inUse.get(credential.id) ?? 0;
}

function soonest(members: readonly Member[]): readonly Member[] {
  return members
    .filter(({ state }) => state.state === "resting")
    .toSorted((one, other) => (one.state.until ?? 0) - (other.state.until ?? 0));
}

/** Its place as the file names it. */
function placeOf({ source }: Pick<SeededKey, "source">): string {
  return /^\w+$/.test(source) ? `env:${source}` : source;
}

function keptSeed(content: AuthContent, seed: Pick<SeededKey, "source">): StoredCredential | undefined {
  return Object.values(content.credential_pool)
    .flat()
    .find(({ source }) => source === placeOf(seed));
}

/** So that other processes know how a key is whose value is not in the file. */
function keepSeed(content: AuthContent, provider: string, seed: SeededKey): StoredCredential {
  let entry = keptSeed(content, seed);
  if (entry === undefined) {
    entry = {
      id: `seed:${seed.source}`,
      label: seed.source,
      auth_type: seed.scheme === "bearer" ? "oauth" : "api_key",
      source: placeOf(seed),
      priority: -1,
    };
    (content.credential_pool[provider] ??= []).push(entry);
  }
  entry.secret_fingerprint = fingerprint(seed.value);
  return entry;
}

/** What was noted of another value says nothing about this one. */
function stateOfSeed(entry: StoredCredential | undefined, value: string, now: number): CredentialState {
  const isSame = entry?.secret_fingerprint === fingerprint(value) || entry?.access_token === value;
  return entry !== undefined && isSame ? stateOf(entry, now) : { state: "ok" };
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
  const over = members.find(
    ({ credential, state }) => credential.scheme === "bearer" && state.state === "dead",
  );
  return new ModelError(`No key for ${provider} can be used. ${each}.`, {
    kind: "auth",
    provider,
    model,
    retryable: recoveries.auth.retry,
    hint: over === undefined ? "Add another key, or log in again." : `Log in to ${over.owner} again.`,
    data: { noneLeft: true, login: over?.owner },
  });
}
