import type { Environment } from "@hermes/registry";
import { sameOrigin } from "./base-url.ts";
import type { ModelSettings } from "./model-settings.ts";
import { findProvider, type ProviderRow } from "./providers.ts";

/** A key and the one place where it may be sent. */
export interface HomedKey {
  readonly value: string;
  /** Where it was found, for people. */
  readonly source: string;
  /** Its origin counts. Undefined: nobody knows, and it is sent nowhere. */
  readonly home: string | undefined;
  readonly scheme: "key" | "bearer";
}

export interface FoundKey {
  readonly apiKey?: string | undefined;
  /** How the key travels. `bearer`: as an OAuth token, where the protocol tells the two apart. */
  readonly keyScheme: "key" | "bearer";
  readonly keySource: string;
  /** Says so when there is a key that belongs to another host. */
  readonly warning?: string | undefined;
}

export interface FindKeyOptions {
  readonly row: ProviderRow;
  readonly baseUrl: string;
  /** Undefined: the settings are about another provider. */
  readonly settings: ModelSettings | undefined;
  readonly env: Environment;
  /** Those that are kept elsewhere. They come last. */
  readonly keys?: readonly HomedKey[] | undefined;
}

/**
 * Finds the key for a base URL. **A key has one home and is sent nowhere else.** Home is an origin: scheme, host, port.
 *
 * - `api_key` of the settings belongs to their `base_url`, else to the address of their `provider`, else to the vendor
 *   whose name it bears (`sk-or-`, `sk-ant-`, `sk-proj-`), else to nobody.
 * - A key variable (`OPENAI_API_KEY`) belongs to the address in the provider's base URL variable
 *   (`OPENAI_BASE_URL`), else to the provider's own address.
 * - A key of `keys` says itself where it belongs.
 *
 * A base URL given by hand never moves a key's home.
 */
export function findKey({ row, baseUrl, settings, env, keys: kept = [] }: FindKeyOptions): FoundKey {
  const home = homeOf(row, env);
  const keys = [settingsKey(settings, row, home), ...environmentKeys(row, home, env)].filter(
    (key) => key !== undefined,
  );
  const key = [...keys, ...kept].find((candidate) => sameOrigin(candidate.home, baseUrl));
  if (key !== undefined) return { apiKey: key.value, keySource: key.source, keyScheme: key.scheme };
  const [withheld] = keys;
  return {
    keySource: "none",
    keyScheme: "key",
    ...(withheld === undefined ? {} : { warning: warn(withheld, row, baseUrl) }),
  };
}

/** Where the keys of a provider belong. */
export function homeOf(row: ProviderRow, env: Environment): string | undefined {
  return readFirst(env, [row.baseUrlVariable, ...(row.baseUrlAliases ?? [])])?.value ?? row.baseUrl;
}

/** The first of these variables that says something. */
export function readFirst(
  env: Environment,
  names: readonly (string | undefined)[],
): { readonly name: string; readonly value: string } | undefined {
  for (const name of names) {
    const value = read(env, name);
    if (name !== undefined && value !== undefined) return { name, value };
  }
  return undefined;
}

/** A variable's value without blanks around it; undefined when it is empty. */
export function read(env: Environment, name: string | undefined): string | undefined {
  return (name === undefined ? undefined : env[name])?.trim() || undefined;
}

function settingsKey(
  settings: ModelSettings | undefined,
  row: ProviderRow,
  home: string | undefined,
): HomedKey | undefined {
  const value = settings?.api_key?.trim();
  if (value === undefined || value === "") return undefined;
  const owner = settings?.provider === undefined ? ownerOf(value) : findProvider(settings.provider);
  const address = settings?.base_url ?? (owner?.id === row.id ? home : undefined);
  return { value, source: "settings (model.api_key)", home: address, scheme: "key" };
}

// Keys of these vendors say whose they are. A plain `sk-` does not: many vendors use it.
const keyOwners: readonly (readonly [prefix: string, provider: string])[] = [
  ["sk-or-", "openrouter"],
  ["sk-ant-", "anthropic"],
  ["sk-proj-", "openai"],
];

/** Whose key it is, where the key itself says so. */
export function ownerOf(key: string): ProviderRow | undefined {
  const owner = keyOwners.find(([prefix]) => key.startsWith(prefix));
  return owner === undefined ? undefined : findProvider(owner[1]);
}

function environmentKeys(row: ProviderRow, home: string | undefined, env: Environment): readonly HomedKey[] {
  const key = readFirst(env, [row.keyVariable, ...(row.keyAliases ?? [])]);
  const token = read(env, row.tokenVariable);
  const found: HomedKey[] = [];
  if (key !== undefined) found.push({ value: key.value, source: key.name, home, scheme: "key" });
  if (token !== undefined)
    found.push({ value: token, source: row.tokenVariable ?? "", home, scheme: "bearer" });
  return found;
}

function warn({ source, home }: HomedKey, row: ProviderRow, baseUrl: string): string {
  const target = URL.parse(baseUrl)?.origin ?? baseUrl;
  const owner = (home === undefined ? undefined : URL.parse(home)?.origin) ?? row.label;
  const way =
    row.baseUrlVariable === undefined || source.startsWith("settings")
      ? "model.base_url"
      : row.baseUrlVariable;
  return `The key in ${source} belongs to ${owner} and is not sent to ${target}. Set ${way} if it belongs there.`;
}
