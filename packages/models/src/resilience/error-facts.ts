import { findProvider } from "../choice/providers.ts";

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

/** The name of a provider for people: its label, or its address where a label says nothing. */
export function labelOf({ provider, baseUrl }: Pick<ErrorFacts, "provider" | "baseUrl">): string {
  const row = findProvider(provider);
  if (row === undefined) return provider;
  return row.id === "custom" || row.id === "local" ? `The server at ${originOf(baseUrl)}` : row.label;
}

/** Scheme, host and port: what a person checks first. Never carries a password of the URL. */
export function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
