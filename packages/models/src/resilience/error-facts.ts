import { findProvider, type ProviderRow } from "../choice/providers.ts";

/** Who was asked: what a message for people needs. */
export interface ErrorFacts {
  /** Id of a known provider, or any name for display. */
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string;
  /** Models that the provider is known to have; near ones are named when `model` is not among them. */
  readonly knownModels?: readonly string[] | undefined;
  /** Milliseconds since 1970; dates in `Retry-After` are compared with it. */
  readonly now?: (() => number) | undefined;
}

/**
 * The name of a provider for people. A server that is not at the provider's own address goes by its address: it
 * speaks the protocol, but is somebody else.
 */
export function labelOf(facts: Pick<ErrorFacts, "provider" | "baseUrl">): string {
  const row = rowOf(facts);
  if (row === undefined) return facts.provider;
  return row.baseUrl !== undefined && isAtHome(row.baseUrl, facts.baseUrl)
    ? row.label
    : `The server at ${originOf(facts.baseUrl)}`;
}

/** The row behind an id, also in its display form: `ollama (127.0.0.1:11434)`. */
function rowOf({ provider }: Pick<ErrorFacts, "provider">): ProviderRow | undefined {
  return findProvider(provider.replace(/ \(.*$/, ""));
}

/** What to do about a key that was refused. */
export function keyHint(facts: ErrorFacts): string {
  const variable = keyVariableOf(facts);
  const origin = originOf(facts.baseUrl);
  return variable === undefined
    ? `Give a valid key of ${origin}.`
    : `Give a valid key of ${origin}, such as that of ${variable}.`;
}

/** The variable of a vendor's key; undefined at an address that is not the vendor's: its key is another one. */
export function keyVariableOf(facts: ErrorFacts): string | undefined {
  const row = rowOf(facts);
  const isVendors = row?.baseUrl === undefined || isAtHome(row.baseUrl, facts.baseUrl);
  return isVendors ? row?.keyVariable : undefined;
}

function isAtHome(home: string, baseUrl: string): boolean {
  return originOf(home) === originOf(baseUrl);
}

/** Scheme, host and port: what a person checks first. Never carries a password of the URL. */
export function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
