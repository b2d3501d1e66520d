import { createHash } from "node:crypto";
import { findProvider } from "../choice/providers.ts";
import { sameOrigin } from "../choice/base-url.ts";
import * as z from "zod";

/** Seconds or milliseconds since 1970, or a date as text. */
type Moment = number | string | null | undefined;
type Text = string | null | undefined;

/**
 * An entry of `auth.json`, in the form of the Python original. What is not named here is kept as it is.
 * Times are written in seconds since 1970.
 */
export interface StoredCredential {
  id: string;
  label?: Text;
  /** `api_key` or `oauth`. */
  auth_type?: Text;
  /** The smallest comes first. */
  priority?: number | null | undefined;
  /** `manual`, `env:OPENROUTER_API_KEY`, … A value that has its place elsewhere is not stored. */
  source?: Text;
  access_token?: Text;
  refresh_token?: Text;
  /** Tells whether a value that is not stored has changed. */
  secret_fingerprint?: Text;
  /** Where it is sent. Absent: to the provider's own address. */
  base_url?: Text;
  expires_at?: Moment;
  /** `ok`, `exhausted` or `dead`. */
  last_status?: Text;
  last_status_at?: Moment;
  /** HTTP status. */
  last_error_code?: Moment;
  /** Code of the cause. */
  last_error_reason?: Text;
  last_error_message?: Text;
  last_error_reset_at?: Moment;
  [other: string]: unknown;
}

const text = z.string().nullish();
const moment = z.union([z.number(), z.string()]).nullish();

export const storedCredential: z.ZodType<StoredCredential> = z.looseObject({
  id: z.string(),
  label: text,
  auth_type: text,
  priority: z.number().nullish(),
  source: text,
  access_token: text,
  refresh_token: text,
  secret_fingerprint: text,
  base_url: text,
  expires_at: moment,
  last_status: text,
  last_status_at: moment,
  last_error_code: moment,
  last_error_reason: text,
  last_error_message: text,
  last_error_reset_at: moment,
});

/** How a key is. `resting`: until a time; `dead`: until the person does something. */
export interface CredentialState {
  readonly state: "ok" | "resting" | "dead";
  /** Milliseconds since 1970. */
  readonly until?: number | undefined;
  readonly reason?: string | undefined;
}

const minute = 60_000;

export function stateOf(entry: StoredCredential, now: number): CredentialState {
  const reason = entry.last_error_reason ?? undefined;
  if (entry.last_status === "dead") return { state: "dead", reason };
  if (entry.last_status !== "exhausted") return { state: "ok" };
  const until = toMilliseconds(entry.last_error_reset_at) ?? usualEnd(entry);
  return until > now ? { state: "resting", until, reason } : { state: "ok" };
}

/** Where only the original has noted when it failed, and with which status. */
function usualEnd({ last_status_at, last_error_code }: StoredCredential): number {
  const rest = Number(last_error_code) === 401 ? 5 * minute : 60 * minute;
  return (toMilliseconds(last_status_at) ?? 0) + rest;
}

export function toMilliseconds(value: Moment): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const number = Number(value);
  if (Number.isNaN(number)) {
    const date = Date.parse(String(value));
    return Number.isNaN(date) ? undefined : date;
  }
  return number < 1e11 ? number * 1000 : number;
}

/** Address that an entry of a provider is sent to; undefined: nobody knows. */
export function homeOfEntry(provider: string, { base_url }: StoredCredential): string | undefined {
  const own = base_url?.trim();
  return own === undefined || own === "" ? findProvider(provider)?.baseUrl : own;
}

export function belongsTo(provider: string, entry: StoredCredential, baseUrl: string): boolean {
  return sameOrigin(homeOfEntry(provider, entry), baseUrl);
}

/** What stands for a secret that is kept elsewhere. */
export function fingerprint(value: string): string {
  return `sha256:${createHash("sha256").update(value).digest("hex").slice(0, 16)}`;
}

/** `…last4`; of a short one nothing but the dots. */
export function lastFour(value: string): string {
  return value.length < 12 ? "…" : `…${value.slice(-4)}`;
}
